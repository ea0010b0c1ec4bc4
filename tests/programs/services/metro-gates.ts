import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, KafkaJSError, type Offsets, type Transaction } from 'kafkajs';

const GROUP = 'metro-gates';
const kafka = new Kafka({ clientId: GROUP, brokers: ['metro-kafka:9092'] });
export const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: GROUP, idempotent: true, maxInFlightRequests: 1 });

async function addOffsets(tx: Transaction, offsets: Offsets): Promise<void> {
  for (let left = 3; ; left -= 1) {
    try {
      await tx.sendOffsets({ consumerGroupId: GROUP, ...offsets });
      return;
    } catch (err) {
      if (left === 0 || !(err instanceof KafkaJSError && err.retriable)) {
        throw err;
      }
      await sleep(250);
    }
  }
}

export async function passed(gate: string, card: string, offsets: Offsets): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'metro.trips', messages: [{ key: card, value: gate }] });
    await addOffsets(tx, offsets);
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = (): Promise<void> => producer.connect();
