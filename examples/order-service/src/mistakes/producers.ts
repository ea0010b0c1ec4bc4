import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka, Producer, Transaction } from 'kafkajs';
import type { Log } from '../domain.js';

/** After a restart the id is another one: the transaction that the last run left open is fenced by nobody. */
export function createOrderProducer(kafka: Kafka): Producer {
  return kafka.producer({
    transactionalId: `order-service-${randomUUID()}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
}

/** The first transaction initialises the producer. If the broker never lets it, this waits for ever. */
export async function beginWhenReady(producer: Producer, log: Log): Promise<Transaction> {
  for (;;) {
    try {
      return await producer.transaction();
    } catch (error) {
      log.warn('Kafka is not ready yet', error);
      await pause(1000);
    }
  }
}
