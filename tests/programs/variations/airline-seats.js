'use strict';

const Kafka = require('node-rdkafka');

const INIT_TIMEOUT = 20000;
const COMMIT_TIMEOUT = 15000;

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS || 'localhost:9092',
  'transactional.id': 'airline-seats-' + (process.env.HUB || 'AMS'),
  'enable.idempotence': true,
});

function toBuffer(assignment) {
  return Buffer.from(JSON.stringify({ seat: assignment.seat, passenger: assignment.passenger }));
}

exports.open = function open(done) {
  producer.connect({}, (err) => {
    if (err) return done(err);
    producer.initTransactions(INIT_TIMEOUT, done);
  });
};

exports.assign = function assign(flight, assignments, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      assignments.forEach((a) => producer.produce('seats.assigned', null, toBuffer(a), flight));
      producer.produce('flights.load', null, Buffer.from(String(assignments.length)), flight);
    } catch (err) {
      console.error('flight %s: assignment refused by the client', flight, err);
      return done(err);
    }
    producer.commitTransaction(COMMIT_TIMEOUT, (commitErr) => {
      if (!commitErr) return done(null, assignments.length);
      console.error('flight %s: commit failed, leaving', flight, commitErr);
      process.exit(1);
    });
  });
};
