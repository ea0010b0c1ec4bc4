'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { geoLookup } = require('./geo');
const log = require('./log').child({ component: 'enrich-clicks' });

const { Kafka, ErrorCodes } = KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'enrich-clicks', brokers: (process.env.BROKERS || '').split(',') } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'enrich-clicks', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: `enrich-clicks-${process.env.SHARD}` } });

async function addOffsets(payload, attemptsLeft = 3) {
  try {
    await producer.sendOffsets({ consumer, topics: [payload] });
  } catch (err) {
    if (err.code !== ErrorCodes.ERR__TIMED_OUT || attemptsLeft <= 1) throw err;
    log.warn({ err }, 'offsets were not added in time, resuming');
    await sleep(500);
    await addOffsets(payload, attemptsLeft - 1);
  }
}

async function handle({ topic, partition, message }) {
  const click = JSON.parse(message.value.toString());
  const enriched = { ...click, geo: await geoLookup(click.ip) };

  await producer.transaction();
  try {
    await producer.send({ topic: 'clicks.enriched', messages: [{ key: message.key, value: JSON.stringify(enriched) }] });
    await addOffsets({ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] });
  } catch (err) {
    await producer.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await producer.commit();
}

async function main() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['clicks.raw'] });
  await consumer.run({ eachMessage: handle });
}

main().catch((err) => {
  log.fatal({ err }, 'cannot start');
  process.exit(1);
});
