import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'tailor', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'tailor-orders', idempotent: true, maxInFlightRequests: 1 });

interface Order {
  id: string;
  cloth: string;
  metres: number;
}

export async function place({ id, cloth, metres }: Order): Promise<void> {
  await producer.transaction();
  await producer.send({ topic: 'tailor.orders', messages: [{ key: id, value: cloth }] });
  await producer.send({ topic: 'tailor.cloth', messages: [{ key: cloth, value: String(-metres) }] });
}

export const connect = () => producer.connect();
