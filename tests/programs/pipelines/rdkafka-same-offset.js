'use strict';

const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;

module.exports = function createTagger(brokers, tagsOf) {
  const consumer = new Kafka.KafkaConsumer({
    'metadata.broker.list': brokers,
    'group.id': 'photo-tags',
    'enable.auto.commit': false,
  });
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'photo-tags-0',
  });

  const rollBack = (cause, done) =>
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) return producer.disconnect(() => done(cause));
      done(cause);
    });

  function tag(photo, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const name of tagsOf(photo.value)) {
          producer.produce('photos.tags', null, Buffer.from(name), photo.key);
        }
      } catch (err) {
        return rollBack(err, done);
      }
      const { topic, partition, offset } = photo;
      producer.sendOffsetsToTransaction([{ topic, partition, offset }], consumer, TIMEOUT, (err) => {
        if (err) return rollBack(err, done);
        producer.commitTransaction(TIMEOUT, (commitErr) => {
          if (!commitErr) return done(null);
          if (commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
          producer.disconnect(() => done(commitErr));
        });
      });
    });
  }

  return { consumer, producer, tag };
};
