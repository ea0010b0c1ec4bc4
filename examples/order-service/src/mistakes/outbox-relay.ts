import kafkajs, { type Producer } from 'kafkajs';
import type { Log, Outbox } from '../domain.js';

const { KafkaJSProtocolError } = kafkajs;

export function createOutboxRelay({
  producer,
  outbox,
  log,
}: {
  producer: Producer;
  outbox: Outbox;
  log: Log;
}) {
  /** Moves what the database's outbox holds to Kafka. Called every second. */
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
      // kafkajs does not know this error by this name: the branch is never taken.
      if (error instanceof KafkaJSProtocolError && error.type === 'PRODUCER_FENCED') {
        process.exit(1);
      }
      // So a fenced producer, too, is only logged, and the next second tries in vain with the same one.
      log.error('the outbox was not relayed', error);
      return;
    }

    await transaction.commit();
    await outbox.markSent(rows.map((row) => row.id));
  };
}
