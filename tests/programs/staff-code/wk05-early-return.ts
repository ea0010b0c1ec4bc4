import { Kafka } from 'kafkajs';
import type { Repository } from './repository';

const kafka = new Kafka({ clientId: 'price-sync', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'price-sync', idempotent: true, maxInFlightRequests: 1 });

export const open = (): Promise<void> => producer.connect();

type Change = { sku: string; before: number; after: number };

const isRelevant = ({ before, after }: Change): boolean => Math.abs(after - before) >= 1;

export async function sync(repository: Repository<Change>): Promise<number> {
  const changes = await repository.pending();
  const tx = await producer.transaction();
  const relevant = changes.filter(isRelevant);
  if (relevant.length === 0) {
    console.debug('price-sync: nothing to publish');
    return 0;
  }
  try {
    await tx.send({
      topic: 'prices.changed',
      messages: relevant.map((change) => ({ key: change.sku, value: change.after.toFixed(2) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'price-sync: rollback failed');
    }
    throw err;
  }
  await tx.commit();
  await repository.markDone(relevant);
  return relevant.length;
}
