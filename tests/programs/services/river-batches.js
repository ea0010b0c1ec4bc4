'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'gauge-means', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'gauge-means', readUncommitted: false });
const producer = kafka.producer({
  transactionalId: `gauge-means-${process.env.PARTITION_SET}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function eachBatch({ batch, resolveOffset, heartbeat }) {
  const levels = batch.messages.map(({ value }) => Number(value.toString()));
  const last = batch.messages.at(-1).offset;

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'gauges.mean', messages: [{ key: batch.topic, value: String(mean(levels)) }] });
    await tx.sendOffsets({
      consumerGroupId: 'gauge-means',
      topics: [
        {
          topic: batch.topic,
          partitions: [{ partition: batch.partition, offset: (BigInt(last) + 1n).toString() }],
        },
      ],
    });
    await heartbeat();
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    console.error('the outcome of the commit is unknown, leaving it to the supervisor', err);
    process.exit(1);
  }
  resolveOffset(last);
}

exports.run = async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['gauges.raw'] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
};
