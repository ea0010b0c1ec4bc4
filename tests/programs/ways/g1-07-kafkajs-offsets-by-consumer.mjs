import { Kafka } from 'kafkajs';
import { geocode } from './geocode.mjs';

const kafka = new Kafka({ clientId: 'geocoder', brokers: ['kafka-a:9092', 'kafka-b:9092'] });
const consumer = kafka.consumer({ groupId: 'geocoder', readUncommitted: false });
const producer = kafka.producer({
  transactionalId: 'geocoder-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const nextOf = (offset) => String(BigInt(offset) + 1n);

async function onAddress({ topic, partition, message }) {
  const { id, street, town } = JSON.parse(message.value.toString());
  const place = await geocode(`${street}, ${town}`);

  const txn = await producer.transaction();
  try {
    await txn.send({
      topic: 'addresses.located',
      messages: [{ key: id, value: JSON.stringify(place) }],
    });
    await txn.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: nextOf(message.offset) }] }],
    });
  } catch (err) {
    try {
      await txn.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `address ${id} not rolled back`);
    }
    throw err;
  }
  await txn.commit();
}

await Promise.all([producer.connect(), consumer.connect()]);
await consumer.subscribe({ topic: 'addresses' });
await consumer.run({ autoCommit: false, eachMessage: onAddress });
