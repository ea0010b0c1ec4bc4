import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { Kafka, Partitioners, type Producer } from 'kafkajs';

interface Note {
  id: string;
  text: string;
  dirty: boolean;
}

/**
 * The notes of the desktop app: kept in IndexedDB, published when online.
 */
export class OfflineNotes {
  private readonly producer: Producer;

  constructor(private readonly db: IDBPDatabase, kafka: Kafka) {
    this.producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  }

  static async open(kafka: Kafka): Promise<OfflineNotes> {
    const db = await openDB('notes', 2, {
      upgrade(database) {
        database.createObjectStore('notes', { keyPath: 'id' });
      },
    });
    const notes = new OfflineNotes(db, kafka);
    await notes.producer.connect();
    return notes;
  }

  static async wipe(): Promise<void> {
    await deleteDB('notes');
  }

  async save(notes: Note[]): Promise<void> {
    const tx = this.db.transaction('notes', 'readwrite');
    try {
      await Promise.all(notes.map((note) => tx.store.put({ ...note, dirty: true })));
      tx.commit();
      await tx.done;
    } catch (error) {
      tx.abort();
      console.error('notes not saved', error);
    }
  }

  /** Sends what was changed; a note that cannot be sent stays dirty. */
  async publish(): Promise<number> {
    const all: Note[] = await this.db.getAll('notes');
    let published = 0;
    for (const note of all.filter((candidate) => candidate.dirty)) {
      for (let attempt = 1; attempt <= 3; attempt++) {
        try {
          await this.producer.send({ topic: 'notes', messages: [{ key: note.id, value: note.text }] });
          await this.db.put('notes', { ...note, dirty: false });
          published += 1;
          break;
        } catch (error) {
          console.warn('note %s stays dirty (attempt %d)', note.id, attempt, error);
        }
      }
    }
    return published;
  }
}
