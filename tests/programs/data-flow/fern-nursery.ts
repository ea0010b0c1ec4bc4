import { AsyncLocalStorage } from 'node:async_hooks';
import { Kafka, type Transaction } from 'kafkajs';

interface Scope {
  tx: Transaction;
  gardener: string;
}

const scopes = new AsyncLocalStorage<Scope>();

const producer = new Kafka({ clientId: 'ferns', brokers: ['nursery-kafka:9092'] }).producer({
  transactionalId: 'fern-nursery',
  idempotent: true,
  maxInFlightRequests: 1,
});

function audit(action: string, subject: string): void {
  const scope = scopes.getStore();
  if (scope === undefined) return;
  const { tx, gardener } = scope;
  tx.send({ topic: 'nursery.audit', messages: [{ key: gardener, value: `${action} ${subject}` }] });
}

async function publish(topic: string, key: string, value: string): Promise<void> {
  await scopes.getStore()?.tx.send({ topic, messages: [{ key, value }] });
}

export async function repot(gardener: string, plants: Array<{ id: string; litres: number }>): Promise<void> {
  const tx = await producer.transaction();
  try {
    await scopes.run({ tx, gardener }, async () => {
      for (const { id, litres } of plants) {
        await publish('nursery.pots', id, String(litres));
        audit('repotted', id);
      }
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = (): Promise<void> => producer.connect();
