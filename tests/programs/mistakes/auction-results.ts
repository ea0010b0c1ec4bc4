import { Kafka } from 'kafkajs';
import type { Producer, Transaction } from 'kafkajs';

class EventBus {
  constructor(private readonly producer: Producer) {}

  publish(topic: string, key: string, value: string) {
    return this.producer.send({ topic, messages: [{ key, value }] });
  }

  begin(): Promise<Transaction> {
    return this.producer.transaction();
  }
}

const bus = new EventBus(
  new Kafka({ clientId: 'auctions', brokers: ['kafka:9092'] }).producer({
    transactionalId: 'auction-results',
    idempotent: true,
    maxInFlightRequests: 1,
  }),
);

export async function close(lot: string, winner: string, price: number): Promise<void> {
  const tx = await bus.begin();
  try {
    await tx.send({ topic: 'auctions.closed', messages: [{ key: lot, value: String(price) }] });
    await bus.publish('auctions.winners', winner, lot);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('lot not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
