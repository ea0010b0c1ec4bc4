import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'consents', brokers: ['kafka:9092'] });

const producer = kafka.producer({
  transactionalId: ['consents', process.env.REGION, Date.now()].join('-'),
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function store(visitor: string, purposes: string[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'consents', messages: purposes.map((value) => ({ key: visitor, value })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('consent not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = () => producer.connect();
