import { Kafka } from 'kafkajs';
import { parse } from './onix.mjs';

const producer = new Kafka({ clientId: 'isbn-import', brokers: ['books:9092'] }).producer({
  transactionalId: `isbn-import-${process.env.PUBLISHER}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

export async function importFeed(file) {
  const books = await parse(file);
  const tx = await producer.transaction();
  try {
    const outcomes = await Promise.allSettled([
      tx.send({ topic: 'books.titles', messages: books.map((b) => ({ key: b.isbn, value: b.title })) }),
      tx.send({ topic: 'books.prices', messages: books.map((b) => ({ key: b.isbn, value: String(b.price) })) }),
    ]);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (reasons.length > 0) {
      throw new AggregateError(reasons, `${file}: ${reasons.length} of 2 topics not written`);
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`${file}: abort failed`, abortErr));
    throw err;
  }
  await tx.commit();
  return books.length;
}
