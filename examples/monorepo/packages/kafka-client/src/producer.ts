import { Kafka, type Producer } from 'kafkajs';

const kafka = new Kafka({
  clientId: 'acme',
  brokers: (process.env['KAFKA_BROKERS'] ?? 'localhost:9092').split(','),
});

/** A producer of its own for each transactional id; `connect` it before the first transaction. */
export function openProducer(transactionalId: string): Producer {
  return kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 });
}
