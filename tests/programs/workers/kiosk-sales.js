'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const servers = process.env.BOOTSTRAP || 'localhost:9092';
const consumer = new RdKafka.KafkaConsumer(
  { 'bootstrap.servers': servers, 'group.id': 'kiosk-sales', 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);
const producer = new RdKafka.Producer({ 'bootstrap.servers': servers, 'transactional.id': 'kiosk-sales' });

const lastOf = (messages) =>
  Object.values(
    messages.reduce((seen, m) => {
      seen[`${m.topic}/${m.partition}`] = { topic: m.topic, partition: m.partition, offset: m.offset };
      return seen;
    }, {}),
  );

function undo(reason, done) {
  producer.abortTransaction(8000, (abortErr) => {
    if (abortErr) console.error('sales: abort failed', abortErr.message);
    done(reason);
  });
}

function total(messages) {
  return messages.reduce((sum, m) => sum + JSON.parse(m.value).cents, 0);
}

function book(messages, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('kiosk.totals', null, Buffer.from(String(total(messages))), 'all');
    } catch (err) {
      return undo(err, done);
    }
    producer.sendOffsetsToTransaction(lastOf(messages), consumer, 8000, (offsetsErr) => {
      if (offsetsErr) return undo(offsetsErr, done);
      producer.commitTransaction(8000, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
        if (commitErr) console.error('sales: commit failed', commitErr.message);
        done(null, messages.length);
      });
    });
  });
}

module.exports = { consumer, producer, book };
