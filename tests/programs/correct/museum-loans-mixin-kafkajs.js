'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'museum-loans', brokers: ['kafka:9092'] });

const Transactional = (Base) =>
  class extends Base {
    producer = kafka.producer({
      transactionalId: 'museum-loans-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });

    async transact(records) {
      const tx = await this.producer.transaction();
      let staged = false;
      try {
        for (const record of records) {
          await tx.send(record);
        }
        staged = true;
      } finally {
        if (!staged) {
          await tx.abort().catch((err) => this.warn('loan not rolled back', err));
        }
      }
      await tx.commit();
    }
  };

class Registrar {
  constructor(log) {
    this.log = log;
  }

  warn(...args) {
    this.log.warn(...args);
  }
}

class LoanRegistrar extends Transactional(Registrar) {
  async lend(work, museum, until) {
    await this.transact([
      { topic: 'museum.loans', messages: [{ key: work.id, value: JSON.stringify({ museum, until }) }] },
      { topic: 'museum.walls', messages: [{ key: work.wall, value: null }] },
    ]);
  }
}

module.exports = { LoanRegistrar };
