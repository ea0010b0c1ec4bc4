'use strict';

const { Kafka } = require('kafkajs');
const { decide } = require('./decide');

const GROUP = 'refunds';

/**
 * @param {import('kafkajs').KafkaConfig} config
 * @param {{ error: (...args: unknown[]) => void }} log
 */
module.exports.createRefunds = (config, log) => {
  const kafka = new Kafka(config);
  const consumer = kafka.consumer({ groupId: GROUP });
  const producer = kafka.producer({ transactionalId: `${GROUP}-0`, idempotent: true, maxInFlightRequests: 1 });

  const abortQuietly = (tx) => tx.abort().catch((err) => log.error('abort failed', err));

  async function onRefund({ topic, partition, message }) {
    const offset = (BigInt(message.offset) + 1n).toString();
    const position = { consumerGroupId: GROUP, topics: [{ topic, partitions: [{ partition, offset }] }] };
    const decision = decide(message.value);

    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'refunds.decided', messages: [{ key: message.key, value: decision }] });
      await tx.sendOffsets(position);
    } catch (err) {
      await abortQuietly(tx);
      const dead = await producer.transaction();
      try {
        await dead.send({ topic: 'refunds.dead', messages: [{ key: message.key, value: message.value }] });
      } catch (deadErr) {
        await abortQuietly(dead);
        throw new AggregateError([err, deadErr], 'neither decided nor buried');
      }
      await dead.commit();
      throw err;
    }
    await tx.commit();
  }

  return {
    start: async () => {
      await producer.connect();
      await consumer.connect();
      await consumer.subscribe({ topic: 'refunds.requested' });
      await consumer.run({ autoCommit: false, eachMessage: onRefund });
    },
    stop: async () => {
      await consumer.disconnect();
      await producer.disconnect();
    },
  };
};
