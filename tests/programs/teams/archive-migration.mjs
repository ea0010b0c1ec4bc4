import { Kafka } from 'kafkajs';
import { openArchive } from './archive.mjs';

const PAGE_SIZE = 500;

const kafka = new Kafka({ clientId: 'archive-migration', brokers: ['old-kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'archive-migration',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function* pages(archive) {
  let cursor = null;
  do {
    const page = await archive.read({ after: cursor, limit: PAGE_SIZE });
    cursor = page.cursor;
    if (page.documents.length > 0) yield page.documents;
  } while (cursor !== null);
}

async function migratePage(documents, signal) {
  const tx = await producer.transaction();
  try {
    for (const document of documents) {
      signal.throwIfAborted();
      await tx.send({
        topic: 'archive.documents',
        messages: [{ key: document.id, value: document.body, headers: { mime: document.mime } }],
      });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('page was not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

/** Resolves to the number of documents; stops at the end of a page when told so. */
export async function migrate(path, { signal } = new AbortController()) {
  const archive = await openArchive(path);
  await producer.connect();
  let migrated = 0;
  try {
    for await (const documents of pages(archive)) {
      if (signal.aborted) break;
      await migratePage(documents, signal);
      migrated += documents.length;
    }
  } finally {
    await producer.disconnect();
    await archive.close();
  }
  return migrated;
}
