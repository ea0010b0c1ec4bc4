'use strict';

const { KafkaConsumer, Producer } = require('node-rdkafka');

const consumer = new KafkaConsumer(
  { 'metadata.broker.list': 'meters:9092', 'group.id': 'meter-alarms', 'enable.auto.commit': false },
  {},
);
const producer = new Producer({ 'metadata.broker.list': 'meters:9092', 'transactional.id': 'meter-alarms' });

const undo = (reason, done) =>
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) console.error('alarm not rolled back', abortErr.message);
    done(reason);
  });

function onReading(message, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('meters.alarms', null, message.value, message.key);
      consumer.commitMessageSync(message);
    } catch (err) {
      return undo(err, done);
    }
    producer.commitTransaction(10000, (commitErr) => {
      if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
      done(commitErr);
    });
  });
}

module.exports = { consumer, producer, onReading };
