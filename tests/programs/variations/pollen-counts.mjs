import { setTimeout as sleep } from 'node:timers/promises';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'pollen',
  bootstrapBrokers: (process.env.BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `pollen-${process.env.STATION}`,
});

const forbidden = (err) => GenericError.isGenericError(err) && err.findBy('apiId', 'TOPIC_AUTHORIZATION_FAILED') !== null;

async function write(tx, counts) {
  const messages = Object.entries(counts).map(([plant, count]) => ({
    topic: 'pollen.counts',
    key: plant,
    value: String(count),
  }));
  await tx.send({ messages });
}

export async function publish(counts) {
  for (;;) {
    const tx = await producer.beginTransaction();
    try {
      await write(tx, counts);
    } catch (err) {
      await tx.abort().catch(async (abortErr) => {
        await producer.close(true);
        throw new AggregateError([err, abortErr], 'counts not rolled back');
      });
      if (!forbidden(err)) {
        await producer.close(true);
        throw err;
      }
      console.warn('not allowed to write, asking again in a minute');
      await sleep(60_000);
      continue;
    }
    try {
      await tx.commit();
      return;
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }
}
