'use strict';

const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;

module.exports = function createLabeller({ brokers, label }) {
  const consumer = new Kafka.KafkaConsumer({
    'metadata.broker.list': brokers,
    'group.id': 'jam-labels',
    'enable.auto.commit': false,
  });
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'jam-labels-0',
    'enable.idempotence': true,
  });

  const close = (cause, done) => producer.disconnect(() => done(cause));

  const rollBack = (cause, done) =>
    producer.abortTransaction(TIMEOUT, (abortErr) => (abortErr ? close(cause, done) : done(cause)));

  function labelAll(jars, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const jar of jars) {
          producer.produce('jam.labelled', null, Buffer.from(label(jar.value)), jar.key);
        }
      } catch (err) {
        return rollBack(err, done);
      }
      // The position is the offset after the last message that was consumed.
      const positions = consumer.position(consumer.assignments());
      producer.sendOffsetsToTransaction(positions, consumer, TIMEOUT, (offsetsErr) => {
        if (offsetsErr) return rollBack(offsetsErr, done);
        producer.commitTransaction(TIMEOUT, (err) => {
          if (!err) return done(null);
          if (err.isTxnRequiresAbort) return rollBack(err, done);
          close(err, done);
        });
      });
    });
  }

  return { consumer, producer, labelAll };
};
