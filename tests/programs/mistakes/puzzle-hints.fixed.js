'use strict';

const { Kafka } = require('kafkajs');

class Hints {
  constructor(brokers) {
    this.producer = new Kafka({ clientId: 'hints', brokers }).producer({
      transactionalId: 'puzzle-hints',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async give(player, hint) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'puzzles.hints', messages: [{ key: player, value: hint.text }] });
      await tx.send({ topic: 'puzzles.scores', messages: [{ key: player, value: String(-hint.cost) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('hint not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

module.exports = Hints;
