const { Kafka } = require('kafkajs');
const { enrich } = require('./enrich');

const GROUP = 'orders-enricher';
const kafka = new Kafka({ clientId: GROUP, brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.POD_ORDINAL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function eachBatch({ batch, resolveOffset, heartbeat, uncommittedOffsets, isRunning, isStale }) {
  const tx = await producer.transaction();
  try {
    for (const message of batch.messages) {
      if (!isRunning() || isStale()) break;
      await tx.send({ topic: 'orders.enriched', messages: [{ key: message.key, value: enrich(message.value) }] });
      resolveOffset(message.offset);
      await heartbeat();
    }
    await tx.sendOffsets({ consumerGroupId: GROUP, ...uncommittedOffsets() });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('enricher: abort failed', abortErr));
    // what was resolved above is to be read again
    consumer.seek({ topic: batch.topic, partition: batch.partition, offset: batch.firstOffset() });
    throw err;
  }
  await tx.commit();
}

exports.main = async () => {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topics: ['orders'] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
};
