import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'tailor', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'tailor-orders', idempotent: true, maxInFlightRequests: 1 });

interface Order {
  id: string;
  cloth: string;
  metres: number;
}

export async function place({ id, cloth, metres }: Order): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'tailor.orders', messages: [{ key: id, value: cloth }] });
    await tx.send({ topic: 'tailor.cloth', messages: [{ key: cloth, value: String(-metres) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('order not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = () => producer.connect();
