import { backOff } from 'exponential-backoff';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export interface BedChange {
  ward: string;
  bed: number;
  patient: string | null;
}

const RETRIABLE = [
  'CONCURRENT_TRANSACTIONS',
  'COORDINATOR_NOT_AVAILABLE',
  'COORDINATOR_LOAD_IN_PROGRESS',
  'NOT_COORDINATOR',
] as const;

const producer = new Producer({
  clientId: 'hospital-beds',
  bootstrapBrokers: (process.env.KAFKA_BROKERS ?? '').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: process.env.BEDS_TRANSACTIONAL_ID,
});

function isRetriable(error: Error): boolean {
  if (!GenericError.isGenericError(error)) {
    return false;
  }
  const generic = error as GenericError;
  return RETRIABLE.some((id) => generic.findBy('apiId', id) !== null);
}

async function beginOnce() {
  try {
    return await producer.beginTransaction();
  } catch (error) {
    await producer.transaction?.cancel();
    throw error;
  }
}

function begin() {
  return backOff(beginOnce, {
    numOfAttempts: 5,
    startingDelay: 200,
    retry: (error: Error) => isRetriable(error),
  });
}

export async function publish(changes: BedChange[]): Promise<void> {
  const transaction = await begin();
  try {
    await transaction.send({
      messages: changes.map((change) => ({
        topic: 'hospital.beds',
        key: change.ward,
        value: JSON.stringify(change),
      })),
    });
  } catch (error) {
    await transaction.abort().catch((abortError: Error) => {
      console.error('bed changes not rolled back', abortError);
    });
    throw error;
  }
  await transaction.commit();
}
