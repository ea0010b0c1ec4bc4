import { Kafka, type Message } from 'kafkajs';

const kafka = new Kafka({ brokers: ['localhost:9092'] });
const producer = kafka.producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });

export async function republish(messages: Message[]): Promise<void> {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(() => undefined); // reports no-abort-after-commit
    throw error;
  }
}
