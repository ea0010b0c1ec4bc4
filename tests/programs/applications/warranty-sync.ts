import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type EachMessagePayload, type Transaction } from 'kafkajs';

const group = 'warranty-sync';
const kafka = new Kafka({ clientId: group, brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const producer = kafka.producer({ transactionalId: group, idempotent: true, maxInFlightRequests: 1 });

type Offsets = Parameters<Transaction['sendOffsets']>[0];

const COORDINATOR_MOVES = new Set(['NOT_COORDINATOR_FOR_GROUP', 'GROUP_COORDINATOR_NOT_AVAILABLE', 'GROUP_LOAD_IN_PROGRESS']);

async function addOffsets(tx: Transaction, offsets: Offsets): Promise<void> {
  for (let left = 3; ; left -= 1) {
    try {
      await tx.sendOffsets(offsets);
      return;
    } catch (err) {
      const { type } = err as { type?: string };
      if (left === 0 || type === undefined || !COORDINATOR_MOVES.has(type)) {
        throw err;
      }
      await sleep(300);
    }
  }
}

function offsetsAfter({ topic, partition, message }: EachMessagePayload): Offsets {
  const offset = `${BigInt(message.offset) + BigInt(1)}`;
  return { consumerGroupId: group, topics: [{ topic, partitions: [{ partition, offset }] }] };
}

export async function onRegistration(payload: EachMessagePayload): Promise<void> {
  const { key, value, headers } = payload.message;
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'warranty.registrations', messages: [{ key, value, headers }] });
    await addOffsets(tx, offsetsAfter(payload));
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('warranty: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function start(): Promise<void> {
  const consumer = kafka.consumer({ groupId: group });
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['warranty.forms'] });
  await consumer.run({ autoCommit: false, eachMessage: onRegistration });
}
