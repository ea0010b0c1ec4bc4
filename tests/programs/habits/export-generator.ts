import { Kafka, type Message } from 'kafkajs';
import type { Pool } from 'pg';

async function* inBatches<T>(rows: AsyncIterable<T>, size: number): AsyncGenerator<T[], void, undefined> {
  let batch: T[] = [];
  for await (const row of rows) {
    if (batch.push(row) === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function* customers(pool: Pool): AsyncGenerator<{ id: string; name: string }> {
  for (let after = ''; ; ) {
    const { rows } = await pool.query('select id, name from customers where id > $1 order by id limit 500', [after]);
    if (rows.length === 0) return;
    yield* rows;
    after = rows[rows.length - 1].id;
  }
}

export async function exportCustomers(kafka: Kafka, pool: Pool): Promise<number> {
  const producer = kafka.producer({ transactionalId: 'customer-export', idempotent: true, maxInFlightRequests: 1 });
  let exported = 0;
  await producer.connect();
  try {
    for await (const batch of inBatches(customers(pool), 1_000)) {
      const messages: Message[] = batch.map(({ id, name }) => ({ key: id, value: name }));
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'customers.export', messages });
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], `batch after ${exported} customers`);
        }
        throw err;
      }
      await tx.commit();
      exported += batch.length;
    }
  } finally {
    await producer.disconnect();
  }
  return exported;
}
