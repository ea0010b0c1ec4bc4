'use strict';

const { Kafka, KafkaJSProtocolError } = require('kafkajs');
const metrics = require('./metrics');

const kafka = new Kafka({ clientId: 'bird-song', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'bird-song-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const INVALID_PRODUCER_EPOCH = 47;

exports.heard = async function heard(species, recordings) {
  const tx = await producer.transaction();

  try {
    await tx.send({ topic: 'birds.heard', messages: recordings.map((value) => ({ key: species, value })) });
  } catch (err) {
    if (err instanceof KafkaJSProtocolError && err.code === INVALID_PRODUCER_EPOCH) {
      metrics.increment('birds.fenced');
    } else if (err.cause && err.cause.type === 'REQUEST_TIMED_OUT') {
      metrics.increment('birds.timed_out');
    }
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'recordings not rolled back');
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    switch (err.type) {
      case 'NOT_COORDINATOR_FOR_GROUP':
      case 'CONCURRENT_TRANSACTIONS':
        metrics.increment('birds.commit.coordinator');
        break;
      default:
        metrics.increment(err.retriable ? 'birds.commit.in_doubt' : 'birds.commit.failed');
    }
    await producer.disconnect();
    throw err;
  }
};
