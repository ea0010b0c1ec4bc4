'use strict';

const rdkafka = require('node-rdkafka');

const producer = new rdkafka.Producer({
  'metadata.broker.list': 'city:9092',
  'transactional.id': 'bike-counters',
});

function initialise(done) {
  producer.initTransactions(10000, (err) => {
    if (!err) return done(null);
    console.warn('transactions not initialised yet', err.message);
    setTimeout(() => initialise(done), 3000);
  });
}

function undo(reason, done) {
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) console.error('counts not rolled back', abortErr.message);
    done(reason);
  });
}

function store(counts, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      counts.forEach(({ lane, bikes }) => producer.produce('city.bikes', null, Buffer.from(String(bikes)), lane));
    } catch (err) {
      return undo(err, done);
    }
    producer.commitTransaction(10000, (commitErr) => {
      if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
      done(commitErr);
    });
  });
}

exports.start = (done) => producer.connect({}, (err) => (err ? done(err) : initialise(done)));
exports.store = store;
