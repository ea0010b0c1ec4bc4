import { Kafka, type Producer } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

interface OrderLine {
  sku: string;
  quantity: number;
}

const kafka = new Kafka({ clientId: 'orders', brokers: ['kafka:9092'] });
const MAX_ATTEMPTS = 3;

async function withProducer<T>(work: (producer: Producer) => Promise<T>): Promise<T> {
  const producer = kafka.producer({ transactionalId: 'orders-0', idempotent: true, maxInFlightRequests: 1 });
  try {
    await producer.connect();
    return await work(producer);
  } finally {
    await producer.disconnect();
  }
}

async function writeLines(producer: Producer, orderId: string, lines: OrderLine[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const line of lines) {
      await tx.send({ topic: 'order-lines', messages: [{ key: orderId, value: JSON.stringify(line) }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function saveOrder(orderId: string, lines: OrderLine[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await withProducer((producer) => writeLines(producer, orderId, lines));
      return;
    } catch (err) {
      if (attempt === MAX_ATTEMPTS) throw err;
      console.warn(`order ${orderId}: attempt ${attempt} failed, trying with a new producer`, err);
      await sleep(1000 * attempt);
    }
  }
}
