import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Notes extends DBSchema {
  notes: { key: string; value: { id: string; text: string; synced: boolean } };
}

let database: IDBPDatabase<Notes> | undefined;

async function producer(): Promise<IDBPDatabase<Notes>> {
  database ??= await openDB<Notes>('notes', 1, {
    upgrade: (db) => void db.createObjectStore('notes', { keyPath: 'id' }),
  });
  return database;
}

export async function saveAll(texts: Map<string, string>): Promise<void> {
  const tx = (await producer()).transaction('notes', 'readwrite');
  try {
    for (const [id, text] of texts) {
      tx.store.put({ id, text, synced: false });
    }
    tx.commit();
    await tx.done;
  } catch (err) {
    console.error('notes not saved', err);
    tx.abort();
  }
}

export async function drop(id: string): Promise<void> {
  const tx = (await producer()).transaction('notes', 'readwrite');
  if (!(await tx.store.get(id))) {
    return;
  }
  await tx.store.delete(id);
}
