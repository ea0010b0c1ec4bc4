import { Producer, stringSerializers } from '@platformatic/kafka';

const MAX_TRIES = 3;

const connect = () =>
  new Producer({
    clientId: 'saffron-auction',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'saffron-auction-0',
  });

export class LotQueue {
  #lots = [];
  #producer = connect();
  #draining = null;

  /** Resolves when the lot is knocked down on the topic. */
  push(lot) {
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#lots.push({ lot, tries: 0, resolve, reject });
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = null;
    });
    return promise;
  }

  async stop() {
    await this.#draining;
    await this.#producer.close();
  }

  async #drain() {
    let entry;
    while ((entry = this.#lots.shift())) {
      try {
        await this.#write(entry.lot);
        entry.resolve();
      } catch (err) {
        await this.#producer.close(true).catch((closeErr) => console.error('producer not closed', closeErr));
        this.#producer = connect();
        entry.tries += 1;
        if (entry.tries < MAX_TRIES) {
          this.#lots.unshift(entry);
        } else {
          entry.reject(err);
        }
      }
    }
  }

  async #write(lot) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({
        messages: [
          { topic: 'saffron.lots', key: lot.id, value: JSON.stringify(lot) },
          { topic: 'saffron.bidders', key: lot.bidder, value: String(lot.grams) },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('lot not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
