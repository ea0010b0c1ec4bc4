import { setTimeout as pause } from 'node:timers/promises';
import kafkajs, { type Kafka, type Producer, type Transaction } from 'kafkajs';
import type { Log } from '../domain.js';

const { KafkaJSNumberOfRetriesExceeded } = kafkajs;

/** The id is the instance's own and outlives a restart, so that the new run fences the old one. */
export function createOrderProducer(kafka: Kafka, instance: string): Producer {
  return kafka.producer({
    transactionalId: `order-service-${instance}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
}

/** Waits for a broker that is only slow, a few times; any other failure is the caller's to know. */
export async function beginWhenReady(producer: Producer, log: Log): Promise<Transaction> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await producer.transaction();
    } catch (error) {
      if (!(error instanceof KafkaJSNumberOfRetriesExceeded) || attempt === 5) {
        throw error;
      }
      log.warn('Kafka is not ready yet', error);
      await pause(1000 * attempt);
    }
  }
}
