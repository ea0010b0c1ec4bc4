'use strict';

const Kafka = require('node-rdkafka');
const { createClient } = require('redis');

const TIMEOUT = 10000;
const redis = createClient({ url: process.env.REDIS_URL });

function createRelay({ brokers, group }) {
  const consumer = new Kafka.KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': group, 'enable.auto.commit': false },
    { 'auto.offset.reset': 'earliest' }
  );
  const producer = new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': `${group}-relay` });

  /** Abort and read the message again: the checkpoint in Redis is only moved after the commit. */
  function rewind(message, reason, done) {
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) return fail(reason, done);
      const { topic, partition, offset } = message;
      consumer.seek({ topic, partition, offset }, TIMEOUT, (seekErr) => done(seekErr || reason));
    });
  }

  function fail(reason, done) {
    producer.disconnect(TIMEOUT, (err) => {
      if (err) console.error('relay: not closed', err);
      done(reason);
    });
  }

  function settle(message, err, again, attempt, done) {
    if (err.isTxnRequiresAbort) return rewind(message, err, done);
    if (err.isRetriable && attempt < 5) return again(attempt + 1);
    return fail(err, done);
  }

  function checkpoint({ topic, partition, offset }, done) {
    redis.hSet(`checkpoint:${group}`, `${topic}/${partition}`, String(offset)).then(
      () => done(null),
      (err) => {
        console.warn('relay: checkpoint not moved', err);
        done(null);
      }
    );
  }

  function relay(message, done) {
    const next = [{ topic: message.topic, partition: message.partition, offset: message.offset + 1 }];

    const commit = (attempt) =>
      producer.commitTransaction(TIMEOUT, (err) =>
        err ? settle(message, err, commit, attempt, done) : checkpoint(message, done)
      );
    const offsets = (attempt) =>
      producer.sendOffsetsToTransaction(next, consumer, TIMEOUT, (err) =>
        err ? settle(message, err, offsets, attempt, done) : commit(0)
      );

    producer.beginTransaction((beginErr) => {
      if (beginErr) return fail(beginErr, done);
      try {
        producer.produce('rail.positions', null, message.value, message.key);
      } catch (err) {
        return rewind(message, err, done);
      }
      offsets(0);
    });
  }

  return { consumer, producer, relay };
}

module.exports = { createRelay };
