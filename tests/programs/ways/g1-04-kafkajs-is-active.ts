import { Kafka, Transaction } from 'kafkajs';
import { createLogger } from './logging';

const log = createLogger('stock-sync');

const producer = new Kafka({ clientId: 'stock-sync', brokers: ['broker:9092'] }).producer({
  idempotent: true,
  maxInFlightRequests: 1,
  transactionalId: 'stock-sync-main',
});

async function undo(tx: Transaction): Promise<void> {
  try {
    await tx.abort();
  } catch (abortErr) {
    log.error({ abortErr }, 'stock sync could not be rolled back');
  }
}

export async function syncStock(changes: ReadonlyMap<string, number>): Promise<number> {
  const tx = await producer.transaction();
  try {
    for (const [sku, delta] of changes) {
      await tx.send({
        topic: 'stock.deltas',
        messages: [{ key: sku, value: String(delta) }],
      });
    }
    await tx.commit();
  } catch (err) {
    if (tx.isActive()) {
      await undo(tx);
    }
    throw err;
  }
  log.info({ size: changes.size }, 'stock synchronised');
  return changes.size;
}

export const start = async (): Promise<void> => {
  await producer.connect();
  log.info('ready');
};
