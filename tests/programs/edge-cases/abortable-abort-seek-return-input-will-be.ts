// abortable: abort + seek + return (input will be read again), others rethrow
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
const consumer = kafka.consumer({ groupId: 'g' });
await consumer.run({ autoCommit: false, eachMessage: async ({ topic, partition, message }) => {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'o', messages: [{ value: message.value }] });
    await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: `${BigInt(message.offset) + 1n}` }] }] });
  } catch (e) {
    try { await tx.abort(); } catch (a) { throw new AggregateError([e, a]); }
    if (e instanceof KafkaJSNumberOfRetriesExceeded) { consumer.seek({ topic, partition, offset: message.offset }); return; }
    throw e;
  }
  await tx.commit();
} });
