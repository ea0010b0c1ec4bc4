'use strict';

var Kafka = require('node-rdkafka');

function PickupLog(brokers) {
  this.producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'waste-pickups',
    'enable.idempotence': true,
  });
}

PickupLog.prototype.finish = function (done) {
  var self = this;
  this.producer.commitTransaction(10000, function (err) {
    if (err && err.isTxnRequiresAbort) {
      return self.undo(err, done);
    }
    if (err) {
      console.error('pickups: commit failed', err.code);
    }
    done(null);
  });
};

PickupLog.prototype.undo = function (reason, done) {
  this.producer.abortTransaction(10000, function (abortErr) {
    if (abortErr) console.error('pickups: abort failed', abortErr.code);
    done(reason);
  });
};

PickupLog.prototype.write = function (pickups, done) {
  var self = this;
  this.producer.beginTransaction(function (err) {
    if (err) return done(err);
    try {
      pickups.forEach(function (pickup) {
        self.producer.produce('waste.pickups', null, Buffer.from(JSON.stringify(pickup)), pickup.street);
      });
    } catch (produceErr) {
      return self.undo(produceErr, done);
    }
    self.finish(done);
  });
};

module.exports = PickupLog;
