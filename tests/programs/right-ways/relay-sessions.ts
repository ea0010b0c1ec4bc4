import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, KafkaJSNumberOfRetriesExceeded, type Producer, type Transaction } from 'kafkajs';

export interface Job {
  id: string;
  run(tx: Transaction): Promise<void>;
}

const kafka = new Kafka({ clientId: 'relay', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const MAX_SESSIONS = 5;
const MAX_ROUNDS = 3;

async function session(): Promise<Producer> {
  const producer = kafka.producer({ transactionalId: 'relay-0', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  return producer;
}

/**
 * Up to MAX_ROUNDS transactions on one producer as long as the errors are of the kind that goes
 * away, up to MAX_SESSIONS producers for the others. A failed commit ends it all: `fn` is not
 * run again, because it may have taken effect.
 */
export async function relay(job: Job): Promise<void> {
  let last: unknown;
  sessions: for (let s = 1; s <= MAX_SESSIONS; s++) {
    const producer = await session();
    try {
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        let tx: Transaction;
        try {
          tx = await producer.transaction();
        } catch (err) {
          last = err;
          continue sessions;
        }
        try {
          await job.run(tx);
        } catch (err) {
          last = err;
          const aborted = await tx.abort().then(
            () => true,
            () => false,
          );
          if (!aborted || !(err instanceof KafkaJSNumberOfRetriesExceeded)) continue sessions;
          await pause(round * 300);
          continue;
        }
        await tx.commit();
        return;
      }
    } finally {
      await producer.disconnect();
    }
  }
  throw new Error(`job ${job.id} was not relayed`, { cause: last });
}
