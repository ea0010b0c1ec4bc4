import { Producer, stringSerializers } from '@platformatic/kafka';
import { log } from './log.mjs';

const producer = new Producer({
  clientId: 'honey',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'honey-0',
});

export async function harvest(hives) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: hives.map((hive) => ({ topic: 'honey.harvest', key: hive.id, value: String(hive.kilos) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'harvest not rolled back');
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    if (err.name === 'TimeoutError') {
      log.warn({ hives: hives.length }, 'nobody knows whether the harvest is in');
    }
    await producer.close(true);
    throw err;
  }
}
