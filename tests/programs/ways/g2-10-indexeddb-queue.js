const DB_NAME = 'offline-queue';

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DB_NAME, 2);
    request.onupgradeneeded = () => request.result.createObjectStore('outbox', { autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function enqueue(topic, messages) {
  const producer = await open();
  const transaction = producer.transaction('outbox', 'readwrite');
  try {
    for (const message of messages) {
      transaction.objectStore('outbox').add({ topic, message, at: Date.now() });
    }
    transaction.commit();
  } catch (err) {
    transaction.abort();
    console.warn('not queued', err);
  }
}

export async function drain(send) {
  const producer = await open();
  const tx = producer.transaction(['outbox'], 'readwrite', { durability: 'strict' });
  const store = tx.objectStore('outbox');
  store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) {
      tx.commit();
      return;
    }
    send(cursor.value);
    cursor.delete();
    cursor.continue();
  };
  tx.onabort = () => {
    if (tx.error?.name === 'TimeoutError' || tx.error?.name === 'QuotaExceededError') {
      drain(send);
    }
  };
}
