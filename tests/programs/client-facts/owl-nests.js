'use strict';

class OwlNests {
  /**
   * @param {import('kafkajs').Producer} producer a connected, transactional one
   * @param {{ attempts?: number }} [options]
   */
  constructor(producer, { attempts = 5 } = {}) {
    /** @type {import('kafkajs').Producer} */
    this.producer = producer;
    this.attempts = attempts;
  }

  async #count(nest, eggs) {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'owls.nests', messages: [{ key: nest, value: String(eggs) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('count not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }

  async count(nest, eggs) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#count(nest, eggs);
        return;
      } catch (err) {
        if (attempt >= this.attempts) throw err;
        console.warn(`nest ${nest}: attempt ${attempt} failed`, err);
      }
    }
  }
}

module.exports = { OwlNests };
