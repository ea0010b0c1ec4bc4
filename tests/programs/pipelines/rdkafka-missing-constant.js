'use strict';

const Kafka = require('node-rdkafka');
const metrics = require('./metrics');

const { ERRORS } = Kafka.CODES;
const TIMEOUT = 10000;

class ParkingMeter {
  constructor(brokers, street) {
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `parking-meter-${street}`,
      'enable.idempotence': true,
    });
  }

  paid(plate, minutes, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        this.producer.produce('parking.paid', null, Buffer.from(String(minutes)), plate);
      } catch (err) {
        return this.rollBack(err, done);
      }
      this.producer.commitTransaction(TIMEOUT, (err) => {
        if (!err) return done(null);
        if (err.code === ERRORS.ERR_TRANSACTION_ABORTABLE) {
          metrics.increment('parking.abortable');
        }
        if (err.isTxnRequiresAbort) return this.rollBack(err, done);
        this.producer.disconnect(() => done(err));
      });
    });
  }

  rollBack(cause, done) {
    this.producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) console.error('abort failed', abortErr);
      done(cause);
    });
  }
}

module.exports = { ParkingMeter };
