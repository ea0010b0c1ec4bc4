import { open, ABORT } from 'lmdb';

const db = open<number, string>({ path: './counters' });

export async function add(key: string, value: number): Promise<boolean> {
  try {
    await db.transaction(() => {
      const current = db.get(key) ?? 0;
      if (current + value < 0) {
        return ABORT;
      }
      db.put(key, current + value);
      return undefined;
    });
    return true;
  } catch (error) {
    console.error('not counted', error);
    return add(key, value);
  }
}

export function reset(keys: string[]): void {
  db.transactionSync(() => {
    for (const key of keys) {
      db.remove(key);
    }
  });
  db.flushed.then(() => db.close());
  db.put('closed', 1);
}
