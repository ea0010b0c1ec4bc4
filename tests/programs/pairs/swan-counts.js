'use strict';

const { KafkaConsumer, Producer } = require('node-rdkafka');

const consumer = new KafkaConsumer(
  { 'metadata.broker.list': 'birds:9092', 'group.id': 'swan-counts', 'enable.auto.commit': false },
  {},
);
const producer = new Producer({ 'metadata.broker.list': 'birds:9092', 'transactional.id': 'swan-counts-0' });

/** The furthest position of each partition among some messages. */
function positionsOf(messages) {
  const furthest = new Map();
  for (const { topic, partition, offset } of messages) {
    furthest.set(`${topic}/${partition}`, { topic, partition, offset });
  }
  return [...furthest.values()];
}

function undo(reason, done) {
  producer.abortTransaction(6000, (abortErr) => {
    if (abortErr) console.error('swans: abort failed', abortErr);
    done(reason);
  });
}

function count(messages, done) {
  const swans = messages.reduce((sum, { value }) => sum + Number(value.toString()), 0);

  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('birds.swans', null, Buffer.from(String(swans)), 'lake');
    } catch (err) {
      return undo(err, done);
    }
    producer.sendOffsetsToTransaction(positionsOf(messages), consumer, 6000, (offsetsErr) => {
      if (offsetsErr) return undo(offsetsErr, done);
      producer.commitTransaction(6000, done);
    });
  });
}

module.exports = { consumer, producer, countNext: (done) => consumer.consume(200, (err, m) => (err ? done(err) : count(m, done))) };
