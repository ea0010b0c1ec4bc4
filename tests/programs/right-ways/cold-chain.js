'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const TX_MS = 10_000;

class ColdChain {
  constructor(brokers, depot, report) {
    this.report = report;
    this.producer = new RdKafka.Producer({
      'bootstrap.servers': brokers,
      'transactional.id': `cold-chain-${depot}`,
    });
  }

  log(temperatures, done) {
    const finish = (outcome, err) => {
      this.report(outcome, temperatures.length);
      done(err ?? null);
    };

    const giveUp = (err) => this.producer.disconnect(5_000, () => finish('given up', err));

    const undo = (reason) =>
      this.producer.abortTransaction(TX_MS, (err) => (err ? giveUp(reason) : finish('rolled back', reason)));

    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return giveUp(beginErr);
      try {
        for (const { truck, celsius, at } of temperatures) {
          this.producer.produce('cold-chain', null, Buffer.from(String(celsius)), truck, at);
        }
      } catch (err) {
        return undo(err);
      }
      this.producer.commitTransaction(TX_MS, (err) => {
        if (!err) return finish('logged');
        // Both say that the transaction did not make it but the producer is fine.
        if (err.isTxnRequiresAbort || err.isRetriable) return undo(err);
        giveUp(err);
      });
    });
  }
}

module.exports = { ColdChain };
