'use strict';

const { Producer } = require('node-rdkafka');

/**
 * Posts double entries; one transaction per posting.
 * @param {{ brokers: string, instance: number, logger: import('winston').Logger }} options
 */
module.exports = function createLedgerPoster({ brokers, instance, logger }) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `ledger-poster-${instance}`,
    'enable.idempotence': true,
  });

  const step = { name: 'none' };

  function settle(err, callback) {
    const needsAbort = step.name === 'entries' || Boolean(err && err.isTxnRequiresAbort);
    if (!err || !needsAbort) {
      if (err) logger.error('posting ended in step %s: %s', step.name, err.message);
      callback(err || null);
      return;
    }
    step.name = 'abort';
    producer.abortTransaction(10000, (abortErr) => {
      if (abortErr) logger.error('posting was not rolled back: %s', abortErr.message);
      callback(err);
    });
  }

  function post(posting, callback) {
    step.name = 'begin';
    producer.beginTransaction((beginErr) => {
      if (beginErr) return settle(beginErr, callback);

      step.name = 'entries';
      try {
        for (const side of ['debit', 'credit']) {
          const { account, amount } = posting[side];
          producer.produce('ledger.entries', null, Buffer.from(`${side}:${amount}`), account);
        }
      } catch (err) {
        return settle(err, callback);
      }

      step.name = 'commit';
      producer.commitTransaction(20000, (commitErr) => settle(commitErr, callback));
    });
  }

  return { producer, post };
};
