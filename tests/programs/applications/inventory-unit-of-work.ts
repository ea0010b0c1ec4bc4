import type { Consumer, EachMessagePayload, Producer } from 'kafkajs';
import type { Pool, PoolClient } from 'pg';

export class Transaction implements AsyncDisposable {
  private ended = false;

  private constructor(private readonly client: PoolClient) {}

  static async begin(pool: Pool): Promise<Transaction> {
    const client = await pool.connect();
    await client.query('BEGIN');
    return new Transaction(client);
  }

  async send(sku: string, delta: number): Promise<void> {
    await this.client.query('UPDATE stock SET units = units + $2 WHERE sku = $1', [sku, delta]);
  }

  async commit(): Promise<void> {
    await this.client.query('COMMIT');
    this.ended = true;
  }

  async abort(): Promise<void> {
    this.ended = true;
    await this.client.query('ROLLBACK');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.ended) await this.abort();
    this.client.release();
  }
}

export function onMovement(pool: Pool, consumer: Consumer, producer: Producer) {
  return async ({ topic, partition, message }: EachMessagePayload): Promise<void> => {
    const { sku, delta } = JSON.parse(String(message.value)) as { sku: string; delta: number };
    await using tx = await Transaction.begin(pool);
    try {
      await tx.send(sku, delta);
      await tx.commit();
    } catch (err) {
      console.error('movement not booked', message.offset, err);
      await tx.abort();
      await producer.send({ topic: 'stock.rejected', messages: [{ key: sku, value: message.value }] });
    }
    const offset = (BigInt(message.offset) + 1n).toString();
    await consumer.commitOffsets([{ topic, partition, offset }]);
  };
}
