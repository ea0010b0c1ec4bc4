import { openDB, type DBSchema } from 'idb';

interface Drafts extends DBSchema {
  drafts: { key: string; value: { text: string; savedAt: number } };
  outbox: { key: number; value: { topic: string; body: string } };
}

const opened = openDB<Drafts>('drafts', 3, {
  upgrade(db) {
    db.createObjectStore('drafts');
    db.createObjectStore('outbox', { autoIncrement: true });
  },
});

/** Moves a draft to the outbox. */
export async function submit(id: string): Promise<boolean> {
  const db = await opened;
  const tx = db.transaction(['drafts', 'outbox'], 'readwrite');
  try {
    const draft = await tx.objectStore('drafts').get(id);
    if (draft === undefined) {
      tx.abort();
      return false;
    }
    tx.objectStore('outbox').add({ topic: 'drafts', body: draft.text });
    tx.objectStore('drafts').delete(id);
    tx.commit();
    await tx.done;
  } catch (err) {
    if ((err as DOMException).name === 'TimeoutError') {
      return submit(id);
    }
    console.error('draft not submitted', err);
    tx.abort();
    return false;
  }
  return true;
}
