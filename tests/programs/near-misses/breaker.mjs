import { Producer, stringSerializers } from '@platformatic/kafka';

const CLOSED = 'closed';
const OPEN = 'open';
const HALF_OPEN = 'half-open';

class CircuitOpen extends Error {}

export class Breaker {
  state = CLOSED;
  #openedAt = 0;
  #lastError = null;
  #producer;

  constructor(config, { coolDown = 30_000 } = {}) {
    this.config = config;
    this.coolDown = coolDown;
    this.#producer = this.#create();
  }

  #create() {
    return new Producer({
      ...this.config,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'parking-payments',
    });
  }

  async fire(work) {
    if (this.state === OPEN) {
      if (Date.now() - this.#openedAt < this.coolDown) {
        throw new CircuitOpen('try later', { cause: this.#lastError });
      }
      this.state = HALF_OPEN;
      this.#producer = this.#create();
    }
    try {
      const result = await work(this.#producer);
      this.state = CLOSED;
      return result;
    } catch (err) {
      this.state = OPEN;
      this.#openedAt = Date.now();
      this.#lastError = err;
      await this.#producer.close(true).catch((e) => console.warn('breaker: producer not closed', e));
      throw err;
    }
  }
}

export const pay = (breaker, tickets) =>
  breaker.fire(async (producer) => {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: tickets.map((t) => ({ topic: 'parking.paid', key: t.plate, value: String(t.cents) })) });
    } catch (err) {
      await tx.abort().catch((e) => console.warn('parking: abort failed', e));
      throw err;
    }
    await tx.commit();
  });
