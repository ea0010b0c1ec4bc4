'use strict';

const { Kafka } = require('kafkajs');
const logger = require('./logger');
const templates = require('./templates');

const GROUP_ID = process.env.GROUP_ID || 'notifier';

const kafka = new Kafka({ clientId: 'notifier', brokers: [process.env.KAFKA_BROKER] });
const consumer = kafka.consumer({ groupId: GROUP_ID });
const producer = kafka.producer({ transactionalId: `${GROUP_ID}-0`, idempotent: true, maxInFlightRequests: 1 });

async function handle({ topic, partition, message }) {
  const event = JSON.parse(message.value.toString());
  const mail = templates.render(event.type, event.data);
  const nextOffset = (BigInt(message.offset) + BigInt(1)).toString();

  let tx;
  try {
    tx = await producer.transaction();
    await tx.send({ topic: 'mails', messages: [{ key: event.userId, value: mail }] });
    await tx.sendOffsets({
      consumerGroupId: GROUP_ID,
      topics: [{ topic, partitions: [{ partition, offset: nextOffset }] }],
    });
  } catch (err) {
    logger.error('could not notify', { userId: event.userId, error: err.message });
    if (tx) {
      await tx.abort().catch((e) => logger.error('abort failed', { error: e.message }));
    }
    return;
  }
  await tx.commit();
}

async function start() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'events' });
  await consumer.run({ autoCommit: false, eachMessage: handle });
}

module.exports = { start };
