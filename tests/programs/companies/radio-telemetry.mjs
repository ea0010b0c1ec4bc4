import { Producer, stringSerializers } from '@platformatic/kafka';
import { setTimeout as sleep } from 'node:timers/promises';
import { histogram, log } from './observability.mjs';

const DEFAULTS = Object.freeze({
  idempotent: true,
  serializers: stringSerializers,
  retries: 5,
  retryDelay: 250,
});

const duration = histogram('radio_transaction_seconds');

export class RadioTelemetry {
  #options;
  #producer;

  constructor({ station, ...options }) {
    this.#options = { ...DEFAULTS, ...options, transactionalId: `radio-${station}` };
    this.#producer = this.#create();
  }

  #create() {
    return new Producer({ ...this.#options, idempotent: true, transactionalId: this.#options.transactionalId });
  }

  async stop() {
    await this.#producer.close();
  }

  /** @param {{ channel: string, snr: number }[]} readings */
  async report(readings) {
    const stopTimer = duration.startTimer();
    const messages = readings.map(({ channel, snr }) => ({ topic: 'radio.snr', key: channel, value: snr.toFixed(2) }));
    try {
      await this.#transact((tx) => tx.send({ messages }));
    } finally {
      stopTimer();
    }
  }

  async #transact(work) {
    let transaction;
    try {
      transaction = await this.#producer.beginTransaction();
    } catch (err) {
      await this.#recreate();
      throw err;
    }

    try {
      await work(transaction);
    } catch (err) {
      try {
        await transaction.abort();
      } catch (abortErr) {
        log.warn({ abortErr }, 'radio: abort failed');
        await this.#recreate();
      }
      throw err;
    }

    try {
      await transaction.commit();
    } catch (err) {
      await this.#recreate();
      throw err;
    }
  }

  async #recreate() {
    const broken = this.#producer;
    this.#producer = this.#create();
    try {
      await broken.transaction?.cancel();
      await broken.close(true);
    } catch (err) {
      log.warn({ err }, 'radio: broken producer not closed');
    }
    await sleep(100);
  }
}
