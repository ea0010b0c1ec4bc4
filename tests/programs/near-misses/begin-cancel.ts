import { setTimeout as sleep } from 'node:timers/promises';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const COORDINATOR_MOVING = [
  'CONCURRENT_TRANSACTIONS',
  'COORDINATOR_LOAD_IN_PROGRESS',
  'COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR',
] as const;

const isMoving = (err: unknown): boolean => {
  if (!(err instanceof Error) || !GenericError.isGenericError(err)) return false;
  return COORDINATOR_MOVING.some((apiId) => (err as GenericError).findBy('apiId', apiId) !== null);
};

const producer = new Producer({
  clientId: 'vaccinations',
  bootstrapBrokers: (process.env.KAFKA ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `vaccinations-${process.env.HOSTNAME}`,
});

async function begin(attempt = 1): Promise<Awaited<ReturnType<typeof producer.beginTransaction>>> {
  try {
    return await producer.beginTransaction();
  } catch (err) {
    if (attempt >= 5 || !isMoving(err)) throw err;
    // the client keeps a transaction that did not begin
    await producer.transaction?.cancel().catch((e: unknown) => console.warn('vaccinations: not cancelled', e));
  }
  await sleep(attempt * 400);
  return begin(attempt + 1);
}

export async function record(shots: { patient: string; vaccine: string; lot: string }[]): Promise<void> {
  const tx = await begin();
  try {
    await tx.send({
      messages: shots.map((shot) => ({ topic: 'vaccinations', key: shot.patient, value: JSON.stringify(shot) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('vaccinations: abort failed', abortErr));
    throw err;
  }
  await tx.commit().catch(async (err: unknown) => {
    await producer.close(true);
    throw err;
  });
}
