'use strict';

const { KafkaConsumer, Producer } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 10000;

class TruckScale {
  constructor(brokers) {
    this.consumer = new KafkaConsumer({
      'bootstrap.servers': brokers,
      'group.id': 'turnip-trucks',
      'enable.auto.commit': false,
    });
    this.producer = new Producer({ 'bootstrap.servers': brokers, 'transactional.id': 'turnip-trucks-0' });
    this.steps = [];
  }

  prepare(message) {
    const { truck, gross, tare } = JSON.parse(message.value.toString());
    const net = Buffer.from(String(gross - tare));
    this.steps = [
      () => this.producer.produce('turnips.net', null, net, truck),
      () => this.consumer.commitMessageSync(message),
    ];
  }

  weigh(message, done) {
    try {
      this.prepare(message);
    } catch (err) {
      done(err);
      return;
    }
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        for (const step of this.steps) step();
      } catch (err) {
        return this.undo(err, done);
      }
      this.producer.commitTransaction(TIMEOUT, (err) => {
        if (!err) return done(null);
        if (err.isTxnRequiresAbort) return this.undo(err, done);
        this.producer.disconnect(() => done(err));
      });
    });
  }

  undo(reason, done) {
    this.producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) console.error('weighing not rolled back', abortErr);
      done(reason);
    });
  }
}

module.exports = { TruckScale };
