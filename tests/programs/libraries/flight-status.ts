import { Subject, bufferTime, catchError, concatMap, defer, filter, from, retry, throwError, tap } from 'rxjs';
import { Kafka } from 'kafkajs';
import type { StatusFeed } from './feed';

export interface Status {
  flight: string;
  state: 'boarding' | 'departed' | 'landed';
}

const producer = new Kafka({ clientId: 'flight-status', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'flight-status',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function write(batch: Status[]): Promise<number> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'flights.status', messages: batch.map((s) => ({ key: s.flight, value: s.state })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('status batch not aborted', abortErr));
    throw err;
  }
  await tx.commit();
  return batch.length;
}

export function relay(feed: StatusFeed) {
  const stop$ = new Subject<void>();
  const written$ = defer(() => from(feed.open())).pipe(
    // Only opening the feed is repeated; what is below this line is not.
    retry({ count: 10, delay: 1_000 }),
    concatMap((session) => session.statuses$),
    bufferTime(500),
    filter((batch) => batch.length > 0),
    concatMap((batch) => from(write(batch))),
    tap((count) => console.debug('%d statuses written', count)),
    catchError((err) => throwError(() => new Error('flight status relay stopped', { cause: err }))),
  );
  return { written$, stop: () => stop$.next() };
}

export const connect = () => producer.connect();
