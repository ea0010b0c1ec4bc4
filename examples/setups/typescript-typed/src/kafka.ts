import { Kafka, type Transaction } from 'kafkajs';

const kafka = new Kafka({ brokers: ['localhost:9092'] });
const producer = kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });

export const begin = (): Promise<Transaction> => producer.transaction();
