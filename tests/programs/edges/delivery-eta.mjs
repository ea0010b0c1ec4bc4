import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { estimate } from './router.mjs';
import { log } from './log.mjs';

const base = { bootstrapBrokers: process.env.KAFKA_BROKERS.split(','), serializers: stringSerializers };

const producer = new Producer({ ...base, clientId: 'delivery-eta', idempotent: true, transactionalId: 'delivery-eta-0' });
const deadLetters = new Producer({ ...base, clientId: 'delivery-eta-dlq' });
const consumer = new Consumer({
  clientId: 'delivery-eta',
  groupId: 'delivery-eta',
  bootstrapBrokers: base.bootstrapBrokers,
  deserializers: stringDeserializers,
});

async function handle(message) {
  const tx = await producer.beginTransaction();
  let transformed = false;
  try {
    await tx.addConsumer(consumer);
    const stop = JSON.parse(message.value);
    const eta = await estimate(stop);
    transformed = true;
    await tx.send({ messages: [{ topic: 'deliveries.eta', key: message.key, value: eta.toISOString() }] });
    await tx.addOffset(message);
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'the estimate was not rolled back');
    });
    if (!transformed) {
      await deadLetters.send({
        messages: [{ topic: 'deliveries.dlq', key: message.key, value: message.value, headers: new Map([['reason', String(err)]]) }],
      });
    }
    throw err;
  }
  await tx.commit();
}

const stream = await consumer.consume({ topics: ['deliveries.stops'], autocommit: false, mode: 'committed' });

process.once('SIGTERM', () => stream.close());

try {
  for await (const message of stream) {
    await handle(message);
  }
} catch (err) {
  log.fatal({ err }, 'estimates stopped');
  process.exitCode = 1;
} finally {
  await Promise.allSettled([producer.close(true), deadLetters.close(), consumer.close(true)]);
}
