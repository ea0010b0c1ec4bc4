// worker message / IPC
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { parentPort } from 'node:worker_threads';
parentPort!.on('message', async ({ id, value }) => {
  try {
    const tx = await producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
    parentPort!.postMessage({ id, ok: true });
  } catch (error) {
    parentPort!.postMessage({ id, ok: false, error });
  }
});
