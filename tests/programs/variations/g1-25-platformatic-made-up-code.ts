import { Producer, stringSerializers } from '@platformatic/kafka';
import { incident } from './incidents.js';

const producer = new Producer({
  clientId: 'lift-service',
  bootstrapBrokers: ['kafka-0:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'lift-service-0',
});

type CodedError = Error & { code?: string };

export async function report(lift: string, faults: string[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: faults.map((value) => ({ topic: 'lifts.faults', key: lift, value })) });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'faults not rolled back');
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    const { code } = err as CodedError;
    if (code === 'PLT_KFK_PRODUCER_ERROR') {
      await incident('producer of the lift service', err);
    } else if (code === 'PLT_KFK_NETWORK') {
      await incident('network of the lift service', err);
    }
    await producer.close(true);
    throw err;
  }
}
