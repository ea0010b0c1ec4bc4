import { KafkaJS } from '@confluentinc/kafka-javascript';
import pRetry from 'p-retry';
import { logger } from './logger';

type Row = { id: string; body: string };

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka-0:9092'], clientId: 'exporter' } });

async function exportOnce(rows: Row[]): Promise<void> {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'exporter', acks: -1 } });
  try {
    await producer.connect();
    await producer.transaction();
    try {
      await producer.send({
        topic: 'exports',
        messages: rows.map(({ id, body }) => ({ key: id, value: body })),
      });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => logger.warn({ err: abortErr }, 'abort failed'));
      throw err;
    }
    await producer.commit();
  } finally {
    await producer.disconnect().catch((err: unknown) => logger.warn({ err }, 'disconnect failed'));
  }
}

/** Exports the rows; a fresh producer is used for each attempt. */
export function exportRows(rows: Row[]): Promise<void> {
  return pRetry(() => exportOnce(rows), {
    retries: 4,
    factor: 2,
    onFailedAttempt: (err) => logger.warn({ err }, 'export attempt failed'),
  });
}
