import { Kafka, type EachBatchPayload } from 'kafkajs';
import { summarise, type AuditEntry } from './summaries';

const groupId = 'audit-aggregator';
const kafka = new Kafka({ clientId: groupId, brokers: (process.env.KAFKA_BROKERS ?? '').split(',') });
const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 250 });
const producer = kafka.producer({
  transactionalId: `${groupId}.${process.env.INSTANCE ?? '0'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function eachBatch({ batch, isRunning, isStale, heartbeat, resolveOffset }: EachBatchPayload): Promise<void> {
  if (batch.isEmpty() || !isRunning() || isStale()) return;

  const entries: AuditEntry[] = batch.messages.map((m) => JSON.parse(m.value?.toString() ?? '{}'));
  const last = batch.lastOffset();
  const next = (BigInt(last) + 1n).toString();

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'audit.summaries',
      messages: summarise(entries).map((s) => ({ key: s.actor, value: JSON.stringify(s) })),
    });
    await heartbeat();
    await tx.sendOffsets({
      consumerGroupId: groupId,
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: next }] }],
    });
  } catch (err) {
    console.error(`batch ${batch.topic}/${batch.partition} up to ${last} failed`, err);
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err; // the runner restarts from the committed offsets
  }
  await tx.commit();
  resolveOffset(last);
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['audit.entries'] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
}
