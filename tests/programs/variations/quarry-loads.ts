import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type EachMessagePayload } from 'kafkajs';

const kafka = new Kafka({ clientId: 'quarry', brokers: ['quarry-kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'quarry-loads' });
const producer = kafka.producer({ transactionalId: 'quarry-loads-0', idempotent: true, maxInFlightRequests: 1 });

function forgotten(err: any): boolean {
  const root = err.cause ?? err;
  return root.type === 'INVALID_PRODUCER_ID_MAPPING';
}

async function weigh(payload: EachMessagePayload): Promise<boolean> {
  const { topic, partition, message } = payload;
  const offset = (BigInt(message.offset) + 1n).toString();
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'quarry.loads', messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({ consumerGroupId: 'quarry-loads', topics: [{ topic, partitions: [{ partition, offset }] }] });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], 'load not rolled back');
    });
    if (forgotten(err)) return false;
    throw err;
  }
  await tx.commit();
  return true;
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['quarry.scales'] });
  await consumer.run({
    autoCommit: false,
    eachMessage: async (payload) => {
      // the broker had forgotten our producer id during the night shift: it hands out another one
      while (!(await weigh(payload))) {
        await sleep(2_000);
      }
    },
  });
}
