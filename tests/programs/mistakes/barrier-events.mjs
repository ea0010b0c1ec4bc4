import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import { setTimeout as sleep } from 'node:timers/promises';

const producer = new Producer({
  clientId: 'barriers',
  bootstrapBrokers: ['barriers:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'barrier-events',
});

const fenced = (err) => GenericError.isGenericError(err) && err.findBy('apiId', 'PRODUCER_FENCED') !== null;

async function begin(left = 5) {
  try {
    return await producer.beginTransaction();
  } catch (err) {
    if (!fenced(err) || left === 1) throw err;
    await producer.transaction?.cancel();
    await sleep(1000);
    return begin(left - 1);
  }
}

export async function raise(barrier, at) {
  const tx = await begin();
  try {
    await tx.send({ messages: [{ topic: 'barriers.raised', key: barrier, value: at.toISOString() }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('event not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}
