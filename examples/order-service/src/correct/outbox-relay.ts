import type { Producer } from 'kafkajs';
import type { Log, Outbox } from '../domain.js';

export function createOutboxRelay({
  producer,
  outbox,
  log,
}: {
  producer: Producer;
  outbox: Outbox;
  log: Log;
}) {
  /**
   * Moves what the database's outbox holds to Kafka. Called every second. When it rejects, whoever calls it
   * disconnects the producer and makes a new one.
   */
  return async function relay(): Promise<void> {
    const rows = await outbox.unsent(100);
    if (rows.length === 0) {
      return;
    }

    const transaction = await producer.transaction();
    try {
      await transaction.sendBatch({
        topicMessages: rows.map((row) => ({
          topic: row.topic,
          messages: [{ key: row.key, value: row.payload }],
        })),
      });
    } catch (error) {
      await transaction.abort().catch((abortError: unknown) => {
        log.warn('the abort failed, too', abortError);
      });
      throw error;
    }

    await transaction.commit();
    await outbox.markSent(rows.map((row) => row.id));
  };
}
