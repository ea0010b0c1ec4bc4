import knex, { type Knex } from 'knex';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { knexConfig } from './knexfile';
import { logger } from './logger';

interface OutboxRow {
  id: number;
  serial: string;
  body: string;
}

const db: Knex = knex(knexConfig);
const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'warranty-outbox' },
});

export const connect = () => producer.connect();

export async function drain(limit = 500): Promise<number> {
  const rows = await db<OutboxRow>('warranty_outbox').whereNull('sent_at').orderBy('id').limit(limit);
  if (rows.length === 0) return 0;

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'warranties', messages: rows.map((row) => ({ key: row.serial, value: row.body })) });
    await tx.commit();
    await db('warranty_outbox')
      .whereIn('id', rows.map((row) => row.id))
      .update({ sent_at: db.fn.now() });
  } catch (err) {
    logger.error({ err }, 'outbox could not be drained');
    await tx.abort().catch((abortErr) => logger.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  return rows.length;
}
