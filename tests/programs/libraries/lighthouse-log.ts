import { Mutex } from 'async-mutex';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { createLogger } from './logger';

const log = createLogger('lighthouse');

/**
 * The producer carries one transaction at a time, so callers queue up at the mutex.
 */
export class LighthouseLog {
  readonly #gate = new Mutex();
  readonly #producer: KafkaJS.Producer;
  #broken: unknown;

  constructor(kafka: KafkaJS.Kafka, station: string) {
    this.#producer = kafka.producer({ 'transactional.id': `lighthouse-${station}` });
  }

  open(): Promise<void> {
    return this.#producer.connect();
  }

  append(entries: string[]): Promise<void> {
    return this.#gate.runExclusive(async () => {
      if (this.#broken) throw this.#broken;
      await this.#producer.transaction();
      try {
        await this.#producer.send({ topic: 'lighthouse.log', messages: entries.map((value) => ({ value })) });
      } catch (err) {
        await this.#rollBack();
        throw err;
      }
      await this.#commit();
    });
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#producer.abort();
    } catch (abortErr) {
      log.error('abort failed, giving the producer up', abortErr);
      this.#broken = abortErr;
    }
  }

  async #commit(): Promise<void> {
    try {
      await this.#producer.commit();
    } catch (err) {
      this.#broken = err;
      await this.#producer.disconnect();
      throw err;
    }
  }
}
