'use strict';

const { HighLevelProducer, CODES } = require('node-rdkafka');

const RESEND_DELAY = 250;
const MAX_SENDS = 3;

module.exports = function scanGate(gate, brokers) {
  const producer = new HighLevelProducer({
    'metadata.broker.list': brokers,
    'transactional.id': `stadium-gate-${gate}`,
  });

  function deliver(scan, sends, done) {
    const report = (err) => {
      if (!err) return done(null);
      if (err.code !== CODES.ERRORS.ERR__MSG_TIMED_OUT || sends === MAX_SENDS) return done(err);
      setTimeout(deliver, RESEND_DELAY, scan, sends + 1, done);
    };
    try {
      producer.produce('stadium.scans', null, Buffer.from(scan.barcode), scan.sector, Date.now(), report);
    } catch (err) {
      done(err);
    }
  }

  function abandon(reason, done) {
    producer.abortTransaction(5000, (abortErr) => {
      if (abortErr) console.error('gate %s: abort failed', gate, abortErr);
      done(reason);
    });
  }

  function record(scan, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      deliver(scan, 1, (err) => {
        if (err) return abandon(err, done);
        producer.commitTransaction(10000, (commitErr) => {
          if (!commitErr) return done(null, scan);
          if (commitErr.isTxnRequiresAbort) return abandon(commitErr, done);
          producer.disconnect(() => done(commitErr));
        });
      });
    });
  }

  return { producer, record };
};
