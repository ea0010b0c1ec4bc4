import { Producer, stringSerializers } from '@platformatic/kafka';

/**
 * Sales are written one by one in the order in which they come. The first failure ends
 * the queue: everyone who still waits is told, and the market makes a new one.
 */
export class SalesQueue {
  #waiting = [];
  #failure = null;
  #draining = null;
  #producer;

  constructor(market, bootstrapBrokers) {
    this.#producer = new Producer({
      clientId: 'truffle-market',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `truffle-market-${market}`,
    });
  }

  add(sale) {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sale, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  async #drain() {
    while (this.#waiting.length > 0) {
      const { sale, resolve, reject } = this.#waiting.shift();
      try {
        await this.#write(sale);
        resolve(sale.id);
      } catch (err) {
        this.#failure = err;
        reject(err);
        break;
      }
    }
    if (this.#failure) {
      for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
      await this.#producer.close(true).catch((err) => console.error('producer not closed', err));
    }
    this.#draining = null;
  }

  async #write(sale) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'truffles.sales', key: sale.id, value: JSON.stringify(sale) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('sale not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }

  async close() {
    await this.#draining;
    if (!this.#failure) await this.#producer.close();
  }
}
