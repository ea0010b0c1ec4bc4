'use strict';

const { Producer } = require('@confluentinc/kafka-javascript');
const logger = require('./logger').child({ component: 'stock-ledger' });

const ABORT_TIMEOUT = 10000;
const MAX_RESUMES = 3;

module.exports = function createStockLedger(brokers, warehouse) {
  const producer = new Producer({
    'bootstrap.servers': brokers,
    'transactional.id': `stock-ledger-${warehouse}`,
  });

  function close(reason, done) {
    producer.disconnect((closeErr) => {
      if (closeErr) logger.warn({ closeErr }, 'stock ledger not closed cleanly');
      done(reason);
    });
  }

  // an abort that timed out goes on where it was when it is called again
  function abort(reason, done, resumes = 0) {
    producer.abortTransaction(ABORT_TIMEOUT, (abortErr) => {
      if (!abortErr) {
        return done(reason);
      }
      if (abortErr.isRetriable && resumes < MAX_RESUMES) {
        return abort(reason, done, resumes + 1);
      }
      logger.error({ abortErr, resumes }, 'stock transaction not aborted');
      close(reason, done);
    });
  }

  function move({ sku, from, to, quantity }, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return close(beginErr, done);

      const at = Date.now();
      try {
        producer.produce('stock.moves', null, Buffer.from(`-${quantity}`), `${from}/${sku}`, at);
        producer.produce('stock.moves', null, Buffer.from(`${quantity}`), `${to}/${sku}`, at);
      } catch (err) {
        return abort(err, done);
      }

      producer.commitTransaction((err) => {
        if (!err) return done(null);
        return err.isTxnRequiresAbort ? abort(err, done) : close(err, done);
      });
    });
  }

  return { producer, move };
};
