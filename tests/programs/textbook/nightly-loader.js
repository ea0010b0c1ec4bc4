'use strict';

const { Producer } = require('@confluentinc/kafka-javascript').RdKafka;
const { readRows } = require('./warehouse');

const INIT_TIMEOUT = 20000;
const INIT_PAUSE = 2000;

function createLoader(settings, logger) {
  const producer = new Producer({
    'bootstrap.servers': settings.brokers,
    'transactional.id': `nightly-loader-${settings.warehouse}`,
  });

  function init(done) {
    producer.initTransactions(INIT_TIMEOUT, (err) => {
      if (!err) {
        return done(null);
      }
      logger.warn({ err }, 'transactions are not ready, trying again');
      setTimeout(init, INIT_PAUSE, done);
    });
  }

  function open(done) {
    producer.connect({}, (err) => (err ? done(err) : init(done)));
  }

  function fail(reason, done) {
    producer.abortTransaction((abortErr) => {
      if (abortErr) {
        logger.error({ err: abortErr }, 'load not rolled back');
      }
      done(reason);
    });
  }

  function load(day, done) {
    const rows = readRows(day);
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        rows.forEach((row) => producer.produce('warehouse.rows', null, Buffer.from(row.json), row.key));
      } catch (err) {
        return fail(err, done);
      }
      producer.commitTransaction((err) => {
        if (err && err.isTxnRequiresAbort) return fail(err, done);
        done(err, rows.length);
      });
    });
  }

  return { open, load };
}

module.exports = { createLoader };
