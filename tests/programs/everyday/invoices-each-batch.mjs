import { Kafka } from 'kafkajs';
import { renderInvoice } from './render.mjs';
import config from './config.mjs';

const kafka = new Kafka({ clientId: 'invoicer', brokers: config.brokers });
const consumer = kafka.consumer({ groupId: config.groupId });
const producer = kafka.producer({
  transactionalId: `invoicer-${config.shard}`,
  idempotent: true,
  maxInFlightRequests: 1,
  transactionTimeout: 60_000,
});

async function eachBatch({ batch, isRunning, isStale, heartbeat, resolveOffset }) {
  const { topic, partition } = batch;
  const invoices = [];
  let processed = null;

  for (const message of batch.messages) {
    if (!isRunning() || isStale()) break;
    invoices.push({ key: message.key, value: renderInvoice(JSON.parse(message.value)) });
    processed = message.offset;
    await heartbeat();
  }
  if (processed === null) return;

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'invoices.rendered', messages: invoices });
    await tx.sendOffsets({
      consumerGroupId: config.groupId,
      topics: [{ topic, partitions: [{ partition, offset: String(Number(processed) + 1) }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('[invoicer] abort failed:', abortErr.message));
    throw err;
  }
  await tx.commit();
  resolveOffset(processed);
}

export async function start() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['invoices.due'] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
}
