import { Kafka, type EachBatchPayload, type Transaction } from 'kafkajs';
import { enrich } from './enrich';
import { logger } from './logger';

const kafka = new Kafka({ clientId: 'enricher', brokers: ['b1:9092', 'b2:9092'] });
const consumer = kafka.consumer({ groupId: 'enricher', readUncommitted: false });
const producer = kafka.producer({ transactionalId: 'enricher-0', idempotent: true, maxInFlightRequests: 1 });

async function fill(tx: Transaction, { batch, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<boolean> {
  let n = 0;
  for (const message of batch.messages) {
    if (!isRunning() || isStale()) return false;
    const value = await enrich(message.value);
    await tx.send({ topic: 'clicks.enriched', messages: [{ key: message.key, value }] });
    if (++n % 100 === 0) await heartbeat();
  }
  await tx.sendOffsets({
    consumerGroupId: 'enricher',
    topics: [
      {
        topic: batch.topic,
        partitions: [{ partition: batch.partition, offset: (BigInt(batch.lastOffset()) + 1n).toString() }],
      },
    ],
  });
  return true;
}

async function eachBatch(payload: EachBatchPayload): Promise<void> {
  const tx = await producer.transaction();
  let complete: boolean;
  try {
    complete = await fill(tx, payload);
  } catch (err) {
    await tx.abort().catch((cause) => logger.error({ cause }, 'abort failed'));
    throw err;
  }
  if (complete) {
    await tx.commit();
    payload.resolveOffset(payload.batch.lastOffset());
  } else {
    await tx.abort();
  }
}

export async function start(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['clicks'] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
}
