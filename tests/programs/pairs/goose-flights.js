'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 6000;

const consumer = new RdKafka.KafkaConsumer(
  { 'bootstrap.servers': 'birds:9092', 'group.id': 'goose-flights', 'enable.auto.commit': false },
  {},
);
const producer = new RdKafka.Producer({ 'bootstrap.servers': 'birds:9092', 'transactional.id': 'goose-flights-0' });

const undo = (reason, done) => {
  producer.abortTransaction(TIMEOUT, (abortErr) => {
    if (abortErr) console.error('geese: abort failed', abortErr);
    done(reason);
  });
};

function sumUp(messages, done) {
  const geese = messages.map(({ value }) => Number(value.toString())).reduce((a, b) => a + b, 0);

  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    let next;
    try {
      producer.produce('birds.geese', null, Buffer.from(String(geese)), 'flyway');
      // the consumer's positions are those of the next messages, one after the last consumed
      next = consumer.position();
    } catch (err) {
      return undo(err, done);
    }
    producer.sendOffsetsToTransaction(next, consumer, TIMEOUT, (offsetsErr) => {
      if (offsetsErr) return undo(offsetsErr, done);
      producer.commitTransaction(TIMEOUT, done);
    });
  });
}

exports.consumer = consumer;
exports.producer = producer;
exports.sumUpNext = (done) => consumer.consume(200, (err, messages) => (err ? done(err) : sumUp(messages, done)));
