'use strict';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

const settings = {
  transactionalId: `harvest-${process.env.ORCHARD}`,
  idempotent: true,
  maxInFlightRequests: 1,
};

class HarvestBook {
  #producer;

  constructor(brokers) {
    this.#producer = new Kafka({ clientId: 'harvest', brokers }).producer(settings);
  }

  open() {
    return this.#producer.connect();
  }

  /** @param {{ row: number, crates: number, variety: string }[]} picked */
  async enter(picked) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'orchard.picked',
        messages: picked.map(({ row, crates, variety }) => ({ key: `row-${row}`, value: `${crates} ${variety}` })),
      });
    } catch (err) {
      if (err instanceof KafkaJSNumberOfRetriesExceeded) {
        await tx.abort().catch((abortErr) => console.error('harvest: abort failed', abortErr));
      }
      throw err;
    }
    await tx.commit();
  }
}

module.exports = { HarvestBook };
