'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 10000;

class PawnShop {
  constructor(brokers) {
    this.producer = new RdKafka.Producer({
      'bootstrap.servers': brokers,
      'transactional.id': 'pawn-shop-0',
    });
  }

  pawn(item, cents, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        this.producer.produce('pawn.items', null, Buffer.from(item.name), item.id);
        this.producer.produce('pawn.loans', null, Buffer.from(String(cents)), item.id);
      } catch (err) {
        this.rollBack(err, done);
        return;
      }
      this.producer.commitTransaction(TIMEOUT, (err) => {
        if (!err) return done(null);
        this.producer.disconnect(() => done(err));
      });
    });
  }

  rollBack(cause, done) {
    this.producer.abortTransaction(TIMEOUT, (abortErr) => {
      done(abortErr || cause);
    });
  }
}

module.exports = { PawnShop };
