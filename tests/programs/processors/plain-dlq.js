'use strict';

const { Kafka, KafkaJSNonRetriableError } = require('kafkajs');

const kafka = new Kafka({ clientId: 'geo-enricher', brokers: ['geo-kafka:9092'] });

// Not transactional, on purpose: dead letters must survive the abort.
const deadLetters = kafka.producer({ allowAutoTopicCreation: false });
const producer = kafka.producer({
  transactionalId: `geo-enricher-${process.env.POD_INDEX}`,
  idempotent: true,
  maxInFlightRequests: 1,
});
const consumer = kafka.consumer({ groupId: 'geo-enricher' });

async function bury(message, reason) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      await deadLetters.send({
        topic: 'geo.dead',
        messages: [{ key: message.key, value: message.value, headers: { reason } }],
      });
      return true;
    } catch (err) {
      console.warn(`dead letter, attempt ${attempt}`, err.message);
    }
  }
  return false;
}

const isRefused = (err) =>
  err instanceof KafkaJSNonRetriableError && err.cause ? isRefused(err.cause) : err.type === 'MESSAGE_TOO_LARGE';

async function enrich(topic, partition, message, lookup) {
  const place = await lookup(message.value.toString());
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'geo.enriched', messages: [{ key: message.key, value: JSON.stringify(place) }] });
    await tx.sendOffsets({
      consumerGroupId: 'geo-enricher',
      topics: [{ topic, partitions: [{ partition, offset: `${Number(message.offset) + 1}` }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    if (isRefused(err) && !(await bury(message, 'MESSAGE_TOO_LARGE'))) {
      console.error('the dead letter was not stored either', message.offset);
    }
    throw err;
  }
  await tx.commit();
}

exports.run = async (lookup) => {
  await Promise.all([deadLetters.connect(), producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'geo.raw' });
  await consumer.run({
    autoCommit: false,
    eachMessage: ({ topic, partition, message }) => enrich(topic, partition, message, lookup),
  });
};
