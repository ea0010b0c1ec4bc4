import rdkafka from '@platformatic/rdkafka';
import { setTimeout as pause } from 'node:timers/promises';

type Spread = { road: string; grams: number };

const QUEUE_FULL = rdkafka.CODES.ERRORS.ERR__QUEUE_FULL;

export const producer = new rdkafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': `road-salt-${process.env.DEPOT}`,
  'queue.buffering.max.messages': 10_000,
});

const call = (run: (cb: (err: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((err) => (err ? reject(err) : resolve())));

async function enqueue({ road, grams }: Spread): Promise<void> {
  for (;;) {
    try {
      producer.produce('roads.salt', null, Buffer.from(String(grams)), road);
      return;
    } catch (err) {
      if ((err as { code?: number }).code !== QUEUE_FULL) throw err;
      producer.poll();
      await pause(50);
    }
  }
}

export async function spread(spreads: Spread[]): Promise<void> {
  await call((cb) => producer.beginTransaction(cb));
  try {
    for (const one of spreads) await enqueue(one);
  } catch (err) {
    await call((cb) => producer.abortTransaction(20_000, cb)).catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'salt not rolled back');
    });
    throw err;
  }
  await call((cb) => producer.commitTransaction(20_000, cb));
}
