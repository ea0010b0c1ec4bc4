'use strict';

const { Kafka } = require('kafkajs');

class PaperMill {
  constructor({ brokers, machine }) {
    this.machine = machine;
    this.producer = new Kafka({ clientId: 'paper-mill', brokers }).producer({
      transactionalId: `paper-machine-${machine}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start() {
    await this.producer.connect();
    return this;
  }

  async stop() {
    await this.producer.disconnect();
  }

  /** Publishes a reel together with its quality marks. */
  async publishReel(reel) {
    const key = `${this.machine}/${reel.number}`;
    await this.producer.transaction();
    await this.producer.send({
      topic: 'paper.reels',
      messages: [{ key, value: JSON.stringify({ grammage: reel.grammage, metres: reel.metres }) }],
    });
    await this.producer.send({
      topic: 'paper.quality',
      messages: reel.marks.map((mark) => ({ key, value: mark })),
    });
  }
}

module.exports = PaperMill;
