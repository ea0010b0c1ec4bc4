import { Kafka, type Producer } from 'kafkajs';
import type { Pool } from 'pg';
import { metrics } from './metrics';

interface OutboxRow {
  id: string;
  topic: string;
  aggregate_id: string;
  payload: unknown;
}

const kafka = new Kafka({ clientId: 'courier-outbox', brokers: (process.env.KAFKA_BROKERS ?? '').split(',') });

/** Keeps up to SIZE transactional producers, each with an id of its own. */
class ProducerPool {
  readonly #idle: Producer[] = [];
  #made = 0;

  async acquire(): Promise<Producer> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const fresh = kafka.producer({
      transactionalId: `courier-outbox-${process.env.POD_ORDINAL}-${this.#made++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await fresh.connect();
    return fresh;
  }

  release(producer: Producer): void {
    this.#idle.push(producer);
  }

  async drain(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((producer) => producer.disconnect()));
  }
}

export class CourierOutboxRelay {
  readonly #producers = new ProducerPool();

  constructor(private readonly db: Pool) {}

  stop(): Promise<void> {
    return this.#producers.drain();
  }

  /** Publishes one page of the outbox and answers the ids that are now on Kafka. */
  async relayPage(limit: number): Promise<string[]> {
    const { rows } = await this.db.query<OutboxRow>(
      'select id, topic, aggregate_id, payload from outbox where sent_at is null order by id limit $1',
      [limit],
    );
    if (rows.length === 0) return [];

    const producer = await this.#producers.acquire();
    const timer = metrics.startTimer('outbox.relay');
    try {
      const tx = await producer.transaction();
      try {
        for (const row of rows) {
          await tx.send({
            topic: row.topic,
            messages: [{ key: row.aggregate_id, value: JSON.stringify(row.payload), headers: { id: row.id } }],
          });
        }
      } catch (err) {
        metrics.increment('outbox.aborted');
        await tx.abort().catch((abortErr) => console.error('outbox: abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      return rows.map((row) => row.id);
    } finally {
      timer.end();
      this.#producers.release(producer);
    }
  }
}
