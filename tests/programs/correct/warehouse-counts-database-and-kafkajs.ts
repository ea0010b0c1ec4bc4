import type { Pool, PoolClient } from 'pg';
import type { Producer } from 'kafkajs';

export interface Count {
  shelf: string;
  sku: string;
  pieces: number;
}

const UPDATE = 'UPDATE stock SET pieces = $3 WHERE shelf = $1 AND sku = $2';

export class CountService {
  constructor(
    private readonly pool: Pool,
    private readonly producer: Producer,
  ) {}

  async record(counts: Count[]): Promise<void> {
    const transaction = await this.producer.transaction();
    let client: PoolClient | undefined;
    try {
      client = await this.pool.connect();
      await client.query('BEGIN');
      for (const { shelf, sku, pieces } of counts) {
        await client.query(UPDATE, [shelf, sku, pieces]);
      }
      await transaction.send({
        topic: 'warehouse.counts',
        messages: counts.map((count) => ({ key: count.sku, value: JSON.stringify(count) })),
      });
      await client.query('COMMIT');
    } catch (cause) {
      const outcomes = await Promise.allSettled([client?.query('ROLLBACK'), transaction.abort()]);
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      if (failed.length > 0) {
        throw new AggregateError([cause, ...failed.map(({ reason }) => reason)], 'counts not rolled back');
      }
      throw cause;
    } finally {
      client?.release();
    }

    await transaction.commit();
  }
}
