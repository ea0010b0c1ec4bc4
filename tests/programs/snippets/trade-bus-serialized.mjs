import { EventEmitter } from 'node:events';
import { Producer, stringSerializers } from '@platformatic/kafka';

export class TradeBus extends EventEmitter {
  #closed = false;
  #tail = Promise.resolve();
  #producer = new Producer({
    clientId: 'trade-bus',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'trade-bus-0',
  });

  constructor() {
    super();
    this.on('trade', (trade) => {
      this.#tail = this.#tail
        .then(() => (this.#closed ? undefined : this.#publish(trade)))
        .catch((err) => this.#fail(err));
    });
  }

  async #publish({ id, legs }) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages: legs.map((leg) => ({ topic: 'trade.legs', key: id, value: JSON.stringify(leg) })) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  async #fail(err) {
    this.#closed = true;
    await this.#producer.close(true).catch((closeErr) => console.error('close failed', closeErr));
    this.emit('error', err);
  }
}
