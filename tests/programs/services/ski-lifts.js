'use strict';

var Kafka = require('node-rdkafka');

function SkiLifts(brokers, resort) {
  this.producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'ski-lifts-' + resort,
    'enable.idempotence': true,
  });
}

SkiLifts.prototype.rollBack = function (reason, done) {
  this.producer.abortTransaction(10000, function (abortErr) {
    done(abortErr || reason);
  });
};

SkiLifts.prototype.report = function (rides, done) {
  var self = this;
  self.producer.beginTransaction(function (err) {
    if (err) return done(err);
    try {
      rides.forEach(function (ride) {
        self.producer.produce('ski.rides', null, Buffer.from(ride.lift), ride.pass);
      });
    } catch (produceErr) {
      return self.rollBack(produceErr, done);
    }
    self.producer.commitTransaction(20000, function (commitErr) {
      if (commitErr && commitErr.isTxnRequiresAbort) return self.rollBack(commitErr, done);
      done(commitErr);
    });
  });
};

module.exports = SkiLifts;
