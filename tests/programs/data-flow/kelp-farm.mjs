import { AsyncLocalStorage } from 'node:async_hooks';
import { Kafka } from 'kafkajs';

/** @type {AsyncLocalStorage<{ tx: import('kafkajs').Transaction, pending: Promise<unknown>[] }>} */
const storage = new AsyncLocalStorage();

const kafka = new Kafka({ clientId: 'kelp-farm', brokers: ['coast-kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `kelp-farm-${process.env.BAY}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const emit = (topic, message) => {
  const { tx, pending } = storage.getStore();
  pending.push(tx.send({ topic, messages: [message] }));
};

function recordRope(rope) {
  emit('kelp.ropes', { key: rope.id, value: JSON.stringify(rope) });
  if (rope.grams > 12_000) {
    emit('kelp.harvest', { key: rope.id, value: String(rope.grams) });
  }
}

async function run(work) {
  const tx = await producer.transaction();
  const context = { tx, pending: [] };
  try {
    storage.run(context, work);
    await Promise.all(context.pending);
  } catch (err) {
    // nothing may still be on its way when the transaction is given up
    await Promise.allSettled(context.pending);
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export const recordInspection = (ropes) => run(() => ropes.forEach(recordRope));

export const connect = () => producer.connect();
