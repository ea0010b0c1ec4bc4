import { openDB, type IDBPDatabase } from 'idb';

const producer: Promise<IDBPDatabase> = openDB('outbox', 1, {
  upgrade(db) {
    db.createObjectStore('messages', { autoIncrement: true });
  },
});

export async function send(topic: string, messages: string[]): Promise<void> {
  const db = await producer;
  const transaction = db.transaction('messages', 'readwrite');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      for (const message of messages) {
        transaction.store.add({ topic, message });
      }
      transaction.commit();
      await transaction.done;
      return;
    } catch (error) {
      console.warn('outbox is locked', error);
      transaction.abort();
    }
  }
}

export async function drop(key: number): Promise<void> {
  const db = await producer;
  const tx = db.transaction('messages', 'readwrite');
  tx.store.delete(key);
}
