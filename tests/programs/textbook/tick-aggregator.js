const { Kafka } = require('kafkajs');
const { candlesOf } = require('./candles');

const GROUP_ID = 'tick-aggregator';

const kafka = new Kafka({ clientId: 'tick-aggregator', brokers: ['md-kafka:9092'] });

const consumer = kafka.consumer({ groupId: GROUP_ID });
const producer = kafka.producer({
  transactionalId: `tick-aggregator-${process.env.AGGREGATOR_SLOT}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Where the group goes on after this batch. */
function positionAfter(batch) {
  const offset = (BigInt(batch.lastOffset()) + 1n).toString();
  return { topic: batch.topic, partitions: [{ partition: batch.partition, offset }] };
}

async function abort(tx, batch) {
  try {
    await tx.abort();
  } catch (err) {
    consumer.logger().error('candles not rolled back', { partition: batch.partition, message: err.message });
  }
}

async function onBatch({ batch, heartbeat, isRunning, isStale }) {
  if (batch.isEmpty() || !isRunning() || isStale()) {
    return;
  }
  const candles = candlesOf(batch.messages);
  await heartbeat();

  const tx = await producer.transaction();
  try {
    if (candles.length > 0) {
      await tx.send({
        topic: 'md.candles',
        messages: candles.map((candle) => ({ key: candle.symbol, value: JSON.stringify(candle) })),
      });
    }
    await tx.sendOffsets({ consumerGroupId: GROUP_ID, topics: [positionAfter(batch)] });
  } catch (err) {
    await abort(tx, batch);
    throw err;
  }
  await tx.commit();
}

exports.start = async function start() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['md.ticks'] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: true, eachBatch: onBatch });
};

exports.stop = async function stop() {
  await consumer.disconnect();
  await producer.disconnect();
};
