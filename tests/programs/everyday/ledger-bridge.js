'use strict';

const { Kafka } = require('kafkajs');
const pino = require('pino');

const log = pino({ name: 'ledger-bridge' });

module.exports = class LedgerBridge {
  constructor(config) {
    const kafka = new Kafka({ clientId: 'ledger-bridge', brokers: config.kafka.brokers });
    this.topic = config.kafka.topic;
    this.producer = kafka.producer({
      transactionalId: config.kafka.transactionalId,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async transfer({ from, to, cents }) {
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({
        topic: this.topic,
        messages: [
          { key: from, value: String(-cents) },
          { key: to, value: String(cents) },
        ],
      });
      await transaction.commit();
    } catch (err) {
      // false after a commit attempt: nothing left to abort then
      if (transaction.isActive()) {
        try {
          await transaction.abort();
        } catch (abortErr) {
          log.error({ err: abortErr }, 'transfer not rolled back');
        }
      }
      log.error({ err, from, to }, 'transfer failed');
      throw err;
    }
  }

  open() {
    return this.producer.connect();
  }

  close() {
    return this.producer.disconnect();
  }
};
