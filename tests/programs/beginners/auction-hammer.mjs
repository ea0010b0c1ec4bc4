import { EventEmitter } from 'node:events';
import kafkajs from 'kafkajs';

export default class AuctionHammer extends EventEmitter {
  #producer;

  constructor(brokers, house) {
    super();
    const kafka = new kafkajs.Kafka({ clientId: 'auction-hammer', brokers });
    this.#producer = kafka.producer({
      transactionalId: `auction-hammer-${house}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  open() {
    return this.#producer.connect();
  }

  /** Fire and forget: listen to 'sold' and 'error'. */
  sold(lot, bidder, price) {
    this.#write(lot, bidder, price).then(
      () => this.emit('sold', lot),
      (err) => this.emit('error', err),
    );
  }

  async #write(lot, bidder, price) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'lots.sold', messages: [{ key: lot, value: String(price) }] });
      await tx.send({ topic: 'bidders.bills', messages: [{ key: bidder, value: `${lot}:${price}` }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        console.error('lot was not rolled back', lot, abortErr);
      }
      throw err;
    }
    await tx.commit();
  }
}
