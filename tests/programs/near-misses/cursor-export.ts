import { Kafka, type Message, type Transaction } from 'kafkajs';
import { Pool } from 'pg';
import Cursor from 'pg-cursor';

const pool = new Pool();

async function* rows(table: string, size: number): AsyncGenerator<Message[]> {
  const client = await pool.connect();
  const cursor = client.query(new Cursor(`SELECT id, doc FROM ${table} ORDER BY id`));
  try {
    for (;;) {
      const page: { id: string; doc: unknown }[] = await cursor.read(size);
      if (page.length === 0) return;
      yield page.map(({ id, doc }) => ({ key: id, value: JSON.stringify(doc) }));
    }
  } finally {
    await cursor.close();
    client.release();
  }
}

export async function exportTable(kafka: Kafka, table: string): Promise<number> {
  const producer = kafka.producer({
    transactionalId: `export-${table}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();

  let exported = 0;
  let open: Transaction | null = null;
  try {
    for await (const messages of rows(table, 1000)) {
      open = await producer.transaction();
      await open.send({ topic: `export.${table}`, messages });
      const full = open;
      open = null;
      await full.commit();
      exported += messages.length;
    }
    return exported;
  } catch (err) {
    if (open !== null) {
      await open.abort().catch((abortErr: unknown) => console.error('export: abort failed', abortErr));
    }
    throw err;
  } finally {
    await producer.disconnect();
  }
}
