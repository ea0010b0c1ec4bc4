'use strict';

const { Producer } = require('node-rdkafka');

class CdrLoader {
  constructor(options) {
    this.producer = new Producer({
      'metadata.broker.list': options.brokers,
      'transactional.id': `cdr-loader-${options.region}`,
    });
  }

  open(callback) {
    this.producer.connect({}, (err) => {
      if (err) return callback(err);
      this.producer.initTransactions(15000, (initErr) => callback(initErr));
    });
  }

  load(records, callback) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return callback(beginErr);
      try {
        for (const record of records) {
          this.producer.produce('cdr', null, Buffer.from(record.line), record.msisdn);
        }
      } catch (err) {
        return this.rollback(err, callback);
      }
      this.producer.commitTransaction(60000, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return this.rollback(commitErr, callback);
        callback(commitErr);
      });
    });
  }

  rollback(reason, callback) {
    this.producer.abortTransaction(30000, (abortErr) => {
      if (abortErr && abortErr.isTxnRequiresAbort) {
        return this.rollback(reason, callback);
      }
      if (abortErr) {
        reason.message += ` (and the rollback failed: ${abortErr.message})`;
      }
      callback(reason);
    });
  }
}

module.exports = CdrLoader;
