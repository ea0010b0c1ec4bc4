const DB = 'drafts';

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DB, 2);
    request.onupgradeneeded = () => request.result.createObjectStore(DB, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function saveDrafts(drafts) {
  const db = await open();
  const transaction = db.transaction(DB, 'readwrite');
  const store = transaction.objectStore(DB);
  try {
    drafts.forEach((draft) => store.put({ ...draft, savedAt: Date.now() }));
    transaction.commit();
  } catch (err) {
    console.error('drafts not saved', err);
    transaction.abort();
  }
}

export async function send(id, post) {
  const db = await open();
  const tx = db.transaction(DB, 'readwrite');
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await post('/drafts', id);
      break;
    } catch (err) {
      if (err.name === 'AbortError') {
        tx.abort();
        return false;
      }
    }
  }
  tx.objectStore(DB).delete(id);
  tx.commit();
  return true;
}
