'use strict';

const { Producer } = require('node-rdkafka');

class TunnelTolls {
  constructor(brokers, booth) {
    this.timeout = 15000;
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `tunnel-tolls-${booth}`,
      'enable.idempotence': true,
    });
  }

  charge(cars, done) {
    this.producer.beginTransaction((err) => {
      if (err) {
        done(err);
        return;
      }
      try {
        cars.forEach((car) => this.producer.produce('tolls', null, Buffer.from(`${car.cents}`), car.plate));
      } catch (produceErr) {
        this.failed('produce', produceErr, done);
        return;
      }
      this.finish(0, done);
    });
  }

  finish(resumed, done) {
    this.producer.commitTransaction(this.timeout, (err) => {
      switch (true) {
        case !err:
          done(null);
          break;
        case err.isTxnRequiresAbort:
          this.failed('commit', err, done);
          break;
        case err.isRetriable && resumed < 3:
          this.finish(resumed + 1, done);
          break;
        default:
          this.producer.disconnect(() => done(err));
      }
    });
  }

  failed(step, err, done) {
    console.warn('%s failed, rolling back', step);
    this.producer.abortTransaction(this.timeout, (abortErr) => {
      if (abortErr) {
        this.producer.disconnect(() => done(err));
      } else {
        done(err);
      }
    });
  }
}

module.exports = TunnelTolls;
