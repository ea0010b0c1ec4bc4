const { Kafka } = require('kafkajs');

class ProducerPool {
  /** @type {import('kafkajs').Producer[]} */
  #idle = [];
  #created = 0;

  /** @param {{ brokers: string[], name: string }} options */
  constructor({ brokers, name }) {
    this.name = name;
    this.kafka = new Kafka({ clientId: name, brokers });
  }

  async #acquire() {
    const parked = this.#idle.pop();
    if (parked) return parked;
    const producer = this.kafka.producer({
      transactionalId: `${this.name}-${this.#created++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  /** Writes all records in one transaction of a pooled producer. */
  async write(records) {
    const producer = await this.#acquire();
    try {
      const tx = await producer.transaction();
      try {
        for (const record of records) await tx.send(record);
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    } finally {
      this.#idle.push(producer);
    }
  }

  async close() {
    await Promise.allSettled(this.#idle.splice(0).map((producer) => producer.disconnect()));
  }
}

module.exports = { ProducerPool };
