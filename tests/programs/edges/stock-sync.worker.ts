import { Kafka, type Producer, type Transaction } from 'kafkajs';
import type { Logger } from 'pino';
import { fetchLevels, type StockLevel } from './warehouse-api';

export class StockSyncWorker {
  #producer: Producer;
  #log: Logger;
  #running = false;

  constructor(kafka: Kafka, log: Logger) {
    this.#log = log.child({ worker: 'stock-sync' });
    this.#producer = kafka.producer({ transactionalId: 'stock-sync-0', idempotent: true, maxInFlightRequests: 1 });
  }

  async #stage(tx: Transaction, levels: StockLevel[]): Promise<number> {
    let count = 0;
    for (const level of levels) {
      if (level.onHand < 0) throw new RangeError(`negative stock of ${level.sku}`);
      await tx.send({ topic: 'stock.levels', messages: [{ key: level.sku, value: String(level.onHand) }] });
      count += 1;
    }
    return count;
  }

  /** One pass; the scheduler stops calling it after a rejection. */
  async tick(signal?: AbortSignal): Promise<number> {
    if (this.#running) return 0;
    this.#running = true;

    let failure: unknown;
    let failed = false;
    let count = 0;
    try {
      const levels = await fetchLevels({ signal });
      const tx = await this.#producer.transaction();
      try {
        count = await this.#stage(tx, levels);
      } catch (err) {
        await tx.abort().catch((abortErr) => this.#log.error({ err: abortErr }, 'abort failed'));
        throw err;
      }
      await tx.commit();
    } catch (err) {
      failed = true;
      failure = err;
      this.#log.error({ err }, 'stock was not published');
    }

    this.#running = false;
    if (failed) {
      await this.#producer.disconnect().catch((err) => this.#log.warn({ err }, 'disconnect failed'));
      throw failure;
    }
    this.#log.info({ count }, 'stock published');
    return count;
  }
}
