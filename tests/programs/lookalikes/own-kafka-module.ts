import { Producer, type Transaction } from './kafka';

const producer = new Producer({ transactionalId: `importer-${Math.random()}`, idempotent: true });

export async function publish(rows: string[]): Promise<void> {
  const tx: Transaction = await producer.transaction();
  let attempt = 0;
  while (attempt < 3) {
    try {
      await tx.send({ topic: 'rows', messages: rows.map((value) => ({ value })) });
      await tx.commit();
      return;
    } catch (err) {
      attempt += 1;
      await tx.abort();
      if ((err as { type?: string }).type === 'PRODUCER_FENCED') {
        console.error('fenced', err);
        return;
      }
    }
  }
}

export async function publishAll(batches: string[][]): Promise<void> {
  batches.forEach(async (rows) => {
    await publish(rows);
  });
  const tx = await producer.transaction();
  tx.send({ topic: 'done', messages: [] });
}
