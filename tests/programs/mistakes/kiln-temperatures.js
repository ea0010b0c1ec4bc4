'use strict';

const { CODES, Producer } = require('node-rdkafka');

const { ERR_TRANSACTION_ABORTABLE, ERR__FENCED } = CODES.ERRORS;

const producer = new Producer({ 'metadata.broker.list': 'kiln:9092', 'transactional.id': 'kiln-temperatures' });

const undo = (reason, done) =>
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) console.error('temperatures not rolled back', abortErr.message);
    done(reason);
  });

function store(kiln, degrees, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      degrees.forEach((value) => producer.produce('kilns.degrees', null, Buffer.from(String(value)), kiln));
    } catch (err) {
      return undo(err, done);
    }
    producer.commitTransaction(10000, (err) => {
      if (!err) return done(null);
      if (err.code === ERR_TRANSACTION_ABORTABLE) return undo(err, done);
      if (err.code === ERR__FENCED) console.warn('another process writes the temperatures');
      producer.disconnect(() => done(err));
    });
  });
}

module.exports = { producer, store };
