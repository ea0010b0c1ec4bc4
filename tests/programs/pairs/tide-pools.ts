import { KafkaJSRequestTimeoutError, type Producer, type Transaction } from 'kafkajs';

export type Sighting = Readonly<{ pool: string; species: string; count: number }>;

interface Log {
  warn(message: string, detail?: unknown): void;
}

const ROLLBACK_ATTEMPTS = 3;

/** Ends the transaction; a broker that answers too slowly is asked again. */
async function rollBack(tx: Transaction, log: Log): Promise<boolean> {
  let attempt = 0;
  do {
    attempt += 1;
    try {
      await tx.abort();
      return true;
    } catch (abortErr) {
      if (!(abortErr instanceof KafkaJSRequestTimeoutError)) {
        log.warn('the sightings could not be rolled back', abortErr);
        return false;
      }
    }
  } while (attempt < ROLLBACK_ATTEMPTS);
  return false;
}

export function sightings(producer: Producer, log: Log) {
  return async (found: readonly Sighting[]): Promise<number> => {
    const tx = await producer.transaction();
    try {
      await tx.sendBatch({
        topicMessages: found.map((s) => ({
          topic: `pools.${s.pool}`,
          messages: [{ key: s.species, value: String(s.count) }],
        })),
      });
    } catch (err) {
      await rollBack(tx, log);
      throw err;
    }
    await tx.commit();
    return found.length;
  };
}
