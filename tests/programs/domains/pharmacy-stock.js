'use strict';

var rdkafka = require('node-rdkafka');

var TX_TIMEOUT = 5000;
var MAX_RESUMES = 6;

/**
 * @param {string} brokers
 * @param {{ warn: Function }} log
 */
module.exports = function stockPublisher(brokers, log) {
  var producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'pharmacy-stock',
    'enable.idempotence': true
  });

  function giveUp(cause, cb) {
    producer.disconnect(TX_TIMEOUT, function () { cb(cause); });
  }

  function rollBack(cause, resumes, cb) {
    producer.abortTransaction(TX_TIMEOUT, function (abortErr) {
      if (!abortErr) return cb(cause);
      if (abortErr.isRetriable && resumes < MAX_RESUMES) {
        return rollBack(cause, resumes + 1, cb);
      }
      log.warn('stock: transaction not aborted', abortErr.message);
      giveUp(cause, cb);
    });
  }

  function publish(movements, cb) {
    producer.beginTransaction(function (beginErr) {
      if (beginErr) return cb(beginErr);
      try {
        for (var i = 0; i < movements.length; i++) {
          producer.produce('pharmacy.stock', null, Buffer.from(JSON.stringify(movements[i])), movements[i].pzn);
        }
      } catch (produceErr) {
        return rollBack(produceErr, 0, cb);
      }
      producer.commitTransaction(TX_TIMEOUT, function (commitErr) {
        if (!commitErr) return cb(null, movements.length);
        if (commitErr.isTxnRequiresAbort) return rollBack(commitErr, 0, cb);
        giveUp(commitErr, cb);
      });
    });
  }

  return { producer: producer, publish: publish };
};
