import { setTimeout as sleep } from 'node:timers/promises';
import { Producer, stringSerializers } from '@platformatic/kafka';
import { health, log } from './runtime.mjs';

const DEFAULTS = {
  clientId: 'flight-slots',
  serializers: stringSerializers,
  idempotent: true,
  timeout: 10_000,
};

/** Publishes airport slots; one process per coordinator area. */
export class FlightSlots {
  #producer;
  #options;

  constructor(options) {
    this.#options = { ...DEFAULTS, ...options };
  }

  start() {
    this.#producer = new Producer({ ...this.#options, transactionalId: `flight-slots-${this.#options.area}` });
    health.up('kafka');
  }

  async stop() {
    health.down('kafka');
    await this.#producer.close();
  }

  async assign(slots) {
    const tx = await this.#producer.beginTransaction();
    try {
      await tx.send({ messages: slots.map((slot) => this.#toMessage(slot)) });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        log.warn({ abortErr }, 'slots: abort failed');
        await this.#fail(abortErr);
      }
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      if (err.code === 'PLT_KFK_CONNECTION_ERROR') {
        log.warn({ err }, 'slots: connection lost in commit, giving the broker a moment');
        await sleep(1_000);
      }
      await this.#fail(err);
      throw err;
    }
  }

  async #fail(reason) {
    health.down('kafka', reason);
    await this.#producer.close(true).catch((closeErr) => log.error({ closeErr }, 'slots: not closed'));
  }

  #toMessage({ airport, flight, at }) {
    return { topic: 'slots.assigned', key: `${airport}/${flight}`, value: at };
  }
}
