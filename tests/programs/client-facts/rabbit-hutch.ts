import type { Producer, Transaction } from 'kafkajs';

interface Hutch<T> {
  id: string;
  contents: T;
}

async function move<T>(tx: Transaction, hutch: Hutch<T>): Promise<0 | 1> {
  return tx
    .send({ topic: 'hutches', messages: [{ key: hutch.id, value: JSON.stringify(hutch.contents) }] })
    .then(() => 1 as const)
    .catch((err) => {
      console.warn(`hutch ${hutch.id} not moved`, err);
      return 0 as const;
    });
}

export async function moveAll<T, P extends Producer>(producer: P, hutches: Array<Hutch<T>>): Promise<number> {
  let moved = 0;
  const tx = await producer.transaction();
  try {
    for (const hutch of hutches) {
      moved += await move(tx, hutch);
    }
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('hutches not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  return moved;
}
