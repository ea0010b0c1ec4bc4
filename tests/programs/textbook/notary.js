'use strict';

const Kafka = require('node-rdkafka');

/**
 * Writes deeds and their index in one transaction.
 *
 * @param {import('node-rdkafka').Producer} producer connected and initialised
 */
function Notary(producer, { timeout = 15000 } = {}) {
  this.producer = producer;
  this.timeout = timeout;
}

Notary.connect = function connect(brokers, office, callback) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'notary-' + office,
    'enable.idempotence': true,
  });
  producer.connect({}, function (connectErr) {
    if (connectErr) return callback(connectErr);
    producer.initTransactions(30000, function (initErr) {
      if (initErr) {
        return producer.disconnect(function () {
          callback(initErr);
        });
      }
      callback(null, new Notary(producer));
    });
  });
};

Notary.prototype.record = function record(deed, callback) {
  const self = this;
  self.producer.beginTransaction(function (beginErr) {
    if (beginErr) return callback(beginErr);
    try {
      self.producer.produce('deeds', null, Buffer.from(deed.text), deed.number, Date.now());
      deed.parties.forEach(function (party) {
        self.producer.produce('deeds.parties', null, Buffer.from(deed.number), party, Date.now());
      });
    } catch (produceErr) {
      return self.withdraw(produceErr, callback);
    }
    self.producer.commitTransaction(self.timeout, function (commitErr) {
      if (commitErr && commitErr.isTxnRequiresAbort) return self.withdraw(commitErr, callback);
      callback(commitErr || null);
    });
  });
};

Notary.prototype.withdraw = function withdraw(reason, callback) {
  this.producer.abortTransaction(this.timeout, function (abortErr) {
    if (abortErr) {
      reason.abortError = abortErr;
    }
    callback(reason);
  });
};

module.exports = Notary;
