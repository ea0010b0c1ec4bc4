import { KafkaJS } from '@confluentinc/kafka-javascript';
import { Pool, type PoolClient } from 'pg';

interface OutboxRow {
  id: string;
  topic: string;
  body: string;
}

const pool = new Pool();
const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'wig-outbox-0' },
});

/** Database work is repeated on a serialization failure: nothing of it is left behind. */
async function withTransaction<T>(work: (client: PoolClient) => Promise<T>, attempts = 5): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (err) {
    await client.query('ROLLBACK');
    if ((err as { code?: string }).code === '40001' && attempts > 1) {
      return withTransaction(work, attempts - 1);
    }
    throw err;
  } finally {
    client.release();
  }
}

export const open = (): Promise<void> => producer.connect();

const claim = (limit: number): Promise<OutboxRow[]> =>
  withTransaction(async (client) => {
    const { rows } = await client.query<OutboxRow>(
      'UPDATE outbox SET claimed = true WHERE id IN (SELECT id FROM outbox WHERE NOT claimed LIMIT $1) RETURNING *',
      [limit],
    );
    return rows;
  });

async function publish(rows: OutboxRow[]): Promise<void> {
  await producer.transaction();
  try {
    for (const { id, topic, body } of rows) {
      await producer.send({ topic, messages: [{ key: id, value: body }] });
    }
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('outbox not rolled back', abortErr));
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

/** Whatever is claimed but not published is left to the operator: it may or may not be out. */
export async function relay(): Promise<number> {
  const rows = await claim(200);
  if (rows.length > 0) await publish(rows);
  return rows.length;
}
