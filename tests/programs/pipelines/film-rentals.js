'use strict';

const Kafka = require('node-rdkafka');

const TIMEOUT = 10000;

const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'film-rentals-0',
  'enable.idempotence': true,
});

function quit(cause, done) {
  producer.disconnect(() => done(cause));
}

function rollBack(cause, done) {
  producer.abortTransaction(TIMEOUT, (abortErr) => (abortErr ? quit(cause, done) : done(cause)));
}

function rented(rentals, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);

    for (const rental of rentals) {
      try {
        producer.produce('films.rented', null, Buffer.from(rental.film), rental.customer);
      } catch (err) {
        console.error('rental skipped', rental.film, err.message);
      }
    }

    producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) return done(null);
      if (err.isTxnRequiresAbort) return rollBack(err, done);
      quit(err, done);
    });
  });
}

module.exports = { producer, rented };
