'use strict';

const Kafka = require('node-rdkafka');

const GROUP = 'lighthouse-beams';

const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka-0:9092',
  'transactional.id': `${GROUP}-0`,
  'enable.idempotence': true,
});

function rollback(cause, done) {
  producer.abortTransaction(10000, (err) => done(err ? new AggregateError([cause, err]) : cause));
}

exports.producer = producer;

exports.onFlash = function onFlash(message, done) {
  const { topic, partition, offset } = message;
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('lighthouse.beams', null, message.value, message.key);
      producer.sendOffsetsToTransaction(
        [{ topic, partition, offset: offset + 1 }],
        GROUP,
        10000,
        (offsetsErr) => {
          if (offsetsErr) return rollback(offsetsErr, done);
          producer.commitTransaction(10000, (commitErr) => {
            if (commitErr && commitErr.isTxnRequiresAbort) return rollback(commitErr, done);
            done(commitErr);
          });
        },
      );
    } catch (err) {
      rollback(err, done);
    }
  });
};
