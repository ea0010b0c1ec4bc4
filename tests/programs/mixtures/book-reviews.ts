import { Counter } from 'prom-client';
import { request } from 'undici';
import { Producer, stringSerializers } from '@platformatic/kafka';

const outcomes = new Counter({ name: 'reviews_total', help: 'reviews by outcome', labelNames: ['outcome'] });

const producer = new Producer({
  clientId: 'book-reviews',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `book-reviews-${process.env.SHARD ?? 0}`,
});

export interface Review {
  isbn: string;
  stars: 1 | 2 | 3 | 4 | 5;
  text: string;
}

function purge(isbn: string) {
  return request(`http://cdn.internal/books/${isbn}`, { method: 'PURGE' as 'DELETE' });
}

/** The page cache may be stale for a while, so a failed purge does not matter. */
export async function publish(reviews: Review[]): Promise<void> {
  const tx = await producer.beginTransaction();
  const results = await Promise.allSettled(
    reviews.flatMap((review) => [
      tx.send({ messages: [{ topic: 'books.reviewed', key: review.isbn, value: JSON.stringify(review) }] }),
      purge(review.isbn),
    ]),
  );
  for (const { status } of results) {
    outcomes.inc({ outcome: status });
  }
  await tx.commit();
}

export async function stop(): Promise<void> {
  await producer.close();
}
