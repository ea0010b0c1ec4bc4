import { bufferTime, catchError, concatMap, filter, from, retry, throwError, timer, type Observable } from 'rxjs';
import { webSocket } from 'rxjs/webSocket';
import { Kafka, type Transaction } from 'kafkajs';

interface Position {
  mmsi: string;
  lat: number;
  lon: number;
}

const producer = new Kafka({ clientId: 'ais', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'ship-positions',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function store(batch: Position[]): Promise<number> {
  const tx: Transaction = await producer.transaction();
  try {
    await tx.send({
      topic: 'ships.positions',
      messages: batch.map((p) => ({ key: p.mmsi, value: `${p.lat},${p.lon}` })),
    });
  } catch (err) {
    await tx.abort().catch((e) => console.error('batch not aborted', e));
    throw err;
  }
  await tx.commit();
  return batch.length;
}

/** Reconnects the socket for ever; what happens further down the pipeline is not repeated. */
const positions$: Observable<Position> = webSocket<Position>(process.env.AIS_URL as string).pipe(
  retry({ delay: (_err, count) => timer(Math.min(1000 * count, 30_000)), resetOnSuccess: true }),
);

export const stored$: Observable<number> = positions$.pipe(
  bufferTime(1000),
  filter((batch) => batch.length > 0),
  concatMap((batch) => from(store(batch))),
  catchError((err) => throwError(() => new Error('positions no longer stored', { cause: err }))),
);

export async function main(): Promise<void> {
  await producer.connect();
  let total = 0;
  stored$.subscribe({
    next: (count) => (total += count),
    error: (err) => {
      console.error(`giving up after ${total} positions`, err);
      process.exit(1);
    },
  });
}
