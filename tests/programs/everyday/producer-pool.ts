import { Kafka, type Message, type Producer } from 'kafkajs';

const kafka = new Kafka({ clientId: 'gateway', brokers: ['kafka-0:9092', 'kafka-1:9092'] });

const POOL_SIZE = Number(process.env.PRODUCERS ?? 4);
const idle: Producer[] = [];
const waiting: ((producer: Producer) => void)[] = [];

export async function fillPool(): Promise<void> {
  for (let i = 0; i < POOL_SIZE; i++) {
    const producer = kafka.producer({
      transactionalId: `gateway-${process.env.INSTANCE ?? '0'}-${i}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    idle.push(producer);
  }
}

function acquire(): Promise<Producer> {
  const producer = idle.pop();
  return producer ? Promise.resolve(producer) : new Promise((resolve) => waiting.push(resolve));
}

function release(producer: Producer): void {
  const next = waiting.shift();
  if (next) {
    next(producer);
  } else {
    idle.push(producer);
  }
}

export async function publish(topic: string, messages: Message[]): Promise<void> {
  const producer = await acquire();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic, messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    release(producer);
  }
}
