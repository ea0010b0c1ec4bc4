'use strict';

const { Producer } = require('node-rdkafka');

const producer = new Producer({
  'metadata.broker.list': 'stadium:9092',
  'transactional.id': 'turnstiles',
  'enable.idempotence': true,
});

const abort = (reason, done) =>
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) console.error('entries not rolled back', abortErr.message);
    done(reason);
  });

exports.admit = function admit(entries, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    let refused = 0;
    for (const entry of entries) {
      try {
        producer.produce('stadium.entries', null, Buffer.from(JSON.stringify(entry)), entry.ticket);
      } catch (err) {
        refused += 1;
        console.warn('entry not written', entry.ticket, err.message);
      }
    }
    producer.commitTransaction(10000, (commitErr) => {
      if (commitErr && commitErr.isTxnRequiresAbort) return abort(commitErr, done);
      done(commitErr, refused);
    });
  });
};

exports.producer = producer;
