import { once, on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { brokers, shard } = workerData;
const producer = new KafkaJS.Kafka({ kafkaJS: { brokers, clientId: `resizer-${shard}` } }).producer({
  'transactional.id': `resizer-${shard}`,
  'transaction.timeout.ms': 30_000,
});

async function handle({ id, outputs }) {
  const tx = await producer.transaction();
  try {
    const pending = [];
    for (const output of outputs) {
      pending.push(tx.send({ topic: 'thumbnails', messages: [{ key: id, value: JSON.stringify(output) }] }));
    }
    await Promise.all(pending);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('[%d] abort failed', shard, abortErr));
    throw err;
  }
  await tx.commit();
}

await producer.connect();
parentPort.postMessage({ type: 'ready', shard });
const stop = new AbortController();
once(parentPort, 'close').then(() => stop.abort());
try {
  for await (const [job] of on(parentPort, 'message', { signal: stop.signal })) {
    await handle(job);
    parentPort.postMessage({ type: 'done', id: job.id });
  }
} finally {
  await producer.disconnect();
}
