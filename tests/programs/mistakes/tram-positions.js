'use strict';

const rdkafka = require('node-rdkafka');

const producer = new rdkafka.HighLevelProducer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': 'tram-positions-' + process.env.DEPOT,
  'enable.idempotence': true,
});

function undo(reason, done) {
  producer.abortTransaction(8000, (abortErr) => {
    if (abortErr) console.error('trams: abort failed', abortErr);
    done(reason);
  });
}

function place(position, left, done) {
  const value = Buffer.from(JSON.stringify(position));
  try {
    producer.produce('trams.positions', null, value, position.tram, null, (err) => {
      if (err && left > 0) return place(position, left - 1, done);
      done(err);
    });
  } catch (err) {
    done(err);
  }
}

function record(position, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    place(position, 3, (err) => {
      if (err) return undo(err, done);
      producer.commitTransaction(15000, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
        done(commitErr);
      });
    });
  });
}

module.exports = { producer, record };
