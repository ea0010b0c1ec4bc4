const request = indexedDB.open('notes', 3);

request.onupgradeneeded = () => {
  request.result.createObjectStore('notes', { keyPath: 'id' });
};

function save(note) {
  const db = request.result;
  const transaction = db.transaction(['notes'], 'readwrite');
  const store = transaction.objectStore('notes');
  try {
    store.put(note);
    transaction.commit();
  } catch (error) {
    console.error('note not saved', error);
    transaction.abort();
  }
  transaction.onerror = () => {
    if (transaction.error.name === 'TimeoutError') {
      save(note);
    }
  };
}

function saveAll(notes, done) {
  const transaction = request.result.transaction('notes', 'readwrite');
  transaction.onabort = () => saveAll(notes, done);
  transaction.oncomplete = () => done();
  for (const note of notes) {
    transaction.objectStore('notes').put(note).onerror = (event) => {
      event.preventDefault();
      console.log('skipped', note.id);
    };
  }
  transaction.commit();
}

export { save, saveAll };
