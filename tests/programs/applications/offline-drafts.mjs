const open = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 2);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts', { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class DraftStore {
  #db;
  #producer = new BroadcastChannel('drafts');

  async #store(mode) {
    this.#db ??= await open();
    const transaction = this.#db.transaction('drafts', mode, { durability: 'strict' });
    return { transaction, drafts: transaction.objectStore('drafts') };
  }

  async save(drafts) {
    const { transaction, drafts: store } = await this.#store('readwrite');
    try {
      for (const draft of drafts) {
        store.put({ ...draft, savedAt: Date.now() });
      }
      transaction.commit();
    } catch (err) {
      transaction.abort();
      if (err.name === 'TimeoutError' || err.name === 'AbortError') {
        return this.save(drafts);
      }
      console.warn('drafts not saved', err);
    }
    this.#producer.postMessage({ saved: drafts.length });
  }

  async remove(id) {
    const { transaction, drafts } = await this.#store('readwrite');
    drafts.delete(id).onerror = () => {
      console.warn('draft not removed', id);
      transaction.abort();
    };
  }
}
