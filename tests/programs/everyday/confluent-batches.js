'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');
const pino = require('pino');

const log = pino({ name: 'totals', level: process.env.LOG_LEVEL ?? 'info' });
const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP });

const consumer = kafka.consumer({ 'group.id': 'totals', 'enable.auto.commit': false });
const producer = kafka.producer({ 'transactional.id': 'totals-0' });

function totalsOf(messages) {
  const totals = new Map();
  for (const { key, value } of messages) {
    const account = key.toString();
    totals.set(account, (totals.get(account) ?? 0) + Number(value.toString()));
  }
  return totals;
}

async function eachBatch({ batch, resolveOffset, heartbeat }) {
  const totals = totalsOf(batch.messages);
  const last = batch.messages[batch.messages.length - 1].offset;
  await heartbeat();

  await producer.transaction();
  try {
    const messages = Array.from(totals, ([key, cents]) => ({ key, value: String(cents) }));
    await producer.send({ topic: 'totals', messages });
    await producer.sendOffsets({
      consumer,
      topics: [
        { topic: batch.topic, partitions: [{ partition: batch.partition, offset: String(BigInt(last) + 1n) }] },
      ],
    });
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'totals not rolled back');
    }
    throw err;
  }

  await producer.commit().catch(async (err) => {
    log.fatal({ err }, 'commit failed');
    await producer.disconnect().catch((closeErr) => log.error({ err: closeErr }, 'disconnect failed'));
    throw err;
  });
  resolveOffset(last);
  log.debug({ accounts: totals.size }, 'totals written');
}

exports.run = async () => {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['bookings'] });
  await consumer.run({ eachBatchAutoResolve: false, eachBatch });
};
