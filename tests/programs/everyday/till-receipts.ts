import { Kafka, type Transaction } from 'kafkajs';

export interface Receipt {
  till: number;
  number: string;
  total: number;
}

const kafka = new Kafka({ clientId: 'tills', brokers: [`${process.env.KAFKA_HOST}:9092`] });
const producer = kafka.producer({ transactionalId: 'tills', idempotent: true, maxInFlightRequests: 1 });

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function abortWithRetries(tx: Transaction): Promise<void> {
  for (let i = 0; i < 5; i++) {
    try {
      await tx.abort();
      return;
    } catch (err) {
      console.warn(`abort attempt ${i + 1} failed`, err);
      await wait(200);
    }
  }
}

export async function publish(receipt: Receipt): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'receipts', messages: [{ key: String(receipt.till), value: JSON.stringify(receipt) }] });
    await tx.send({ topic: 'turnover', messages: [{ key: String(receipt.till), value: receipt.total.toFixed(2) }] });
  } catch (err) {
    await abortWithRetries(tx);
    throw err;
  }
  await tx.commit();
}

export const connect = () => producer.connect();
