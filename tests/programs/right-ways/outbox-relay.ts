import type { Pool, PoolClient } from 'pg';
import { Kafka, type Producer } from 'kafkajs';

interface Row {
  id: string;
  topic: string;
  key: string;
  payload: string;
  batch: string;
}

type Outcome = 'published' | 'not-published' | 'in-doubt';

const TAKE = `update outbox set batch = $1 where id in
  (select id from outbox where batch is null order by id limit 200 for update skip locked) returning *`;

/**
 * Rows are given a batch number before they are published. A batch in doubt keeps its number and
 * is never published a second time by this program: an operator compares it with the topic.
 */
export class OutboxRelay {
  constructor(
    private readonly db: Pool,
    private readonly kafka: Kafka,
    private readonly name: string,
  ) {}

  async relay(batch: string): Promise<Outcome> {
    const { rows } = await this.db.query<Row>(TAKE, [batch]);
    const producer = this.kafka.producer({
      transactionalId: `outbox-${this.name}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    let outcome: Outcome = 'not-published';
    try {
      await producer.connect();
      const tx = await producer.transaction();
      try {
        for (const { topic, key, payload } of rows) {
          await tx.send({ topic, messages: [{ key, value: payload }] });
        }
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error(`batch ${batch}: abort failed`, abortErr));
        throw err;
      }
      outcome = 'in-doubt';
      await tx.commit();
      outcome = 'published';
      return outcome;
    } finally {
      await producer.disconnect().catch((err) => console.error('outbox: disconnect failed', err));
      await this.#settle(await this.db.connect(), batch, outcome);
    }
  }

  async #settle(client: PoolClient, batch: string, outcome: Outcome): Promise<void> {
    try {
      if (outcome === 'published') {
        await client.query('delete from outbox where batch = $1', [batch]);
      } else if (outcome === 'not-published') {
        await client.query('update outbox set batch = null where batch = $1', [batch]);
      } else {
        await client.query('insert into outbox_in_doubt (batch) values ($1)', [batch]);
      }
    } finally {
      client.release();
    }
  }
}
