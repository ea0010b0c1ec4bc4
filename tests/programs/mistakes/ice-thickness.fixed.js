'use strict';

const Kafka = require('node-rdkafka');

module.exports = function relay(consumer, brokers) {
  const producer = new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'ice-thickness' });

  const undo = (reason, done) =>
    producer.abortTransaction(5000, (abortErr) => {
      if (abortErr) console.error('thickness not rolled back', abortErr.message);
      done(reason);
    });

  function onMessage(message, done) {
    const { topic, partition, offset } = message;
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        producer.produce('ice.thickness', null, message.value, message.key);
      } catch (err) {
        return undo(err, done);
      }
      producer.sendOffsetsToTransaction([{ topic, partition, offset: offset + 1 }], consumer, 5000, (offsetsErr) => {
        if (offsetsErr) return undo(offsetsErr, done);
        producer.commitTransaction(10000, (commitErr) => {
          if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
          done(commitErr);
        });
      });
    });
  }

  return { producer, onMessage };
};
