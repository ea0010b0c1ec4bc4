'use strict';

const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;
const { enrich } = require('./enrich');

const kafka = new Kafka({ kafkaJS: { brokers: (process.env.BROKERS || 'kafka:9092').split(',') } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'shipment-enricher', autoCommit: false } });
const producer = kafka.producer({ 'transactional.id': 'shipment-enricher-0' });

/** Calls the same method again while it times out, at most five times. */
async function resumable(end) {
  for (let left = 4; ; left--) {
    try {
      return await end();
    } catch (err) {
      if (err.code === ErrorCodes.ERR__TIMED_OUT && left > 0) continue;
      throw err;
    }
  }
}

async function eachMessage({ topic, partition, message }) {
  const offset = (Number(message.offset) + 1).toString();

  await producer.transaction();
  try {
    await producer.send({
      topic: 'shipments.enriched',
      messages: [{ key: message.key, value: await enrich(message.value) }],
    });
    await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] });
  } catch (err) {
    try {
      await resumable(() => producer.abort());
    } catch (abortErr) {
      await producer.disconnect();
      throw new AggregateError([err, abortErr]);
    }
    throw err;
  }

  try {
    await resumable(() => producer.commit());
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

exports.start = async () => {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['shipments'] });
  await consumer.run({ eachMessage });
};
