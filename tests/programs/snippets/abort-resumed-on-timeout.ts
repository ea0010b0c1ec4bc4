import { RdKafka } from '@confluentinc/kafka-javascript';
import type { Db } from 'mongodb';

type KafkaError = { message: string } & Partial<Record<'isRetriable' | 'isFatal' | 'isTxnRequiresAbort', boolean>>;

const producer = new RdKafka.Producer({
  'bootstrap.servers': process.env.BOOTSTRAP ?? 'localhost:9092',
  'transactional.id': 'seating-0',
});

const call = (start: (cb: (err?: KafkaError | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

async function abortOrClose(): Promise<void> {
  let lastError: KafkaError | undefined;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await call((cb) => producer.abortTransaction(5000, cb));
      return;
    } catch (e) {
      lastError = e as KafkaError;
      if (!lastError.isRetriable) break;
    }
  }
  console.error('seating: not aborted', lastError);
  producer.disconnect();
}

export async function seat(db: Db, guests: Array<{ name: string; table: number }>): Promise<void> {
  await call((cb) => producer.beginTransaction(cb));
  try {
    await db.collection('guests').insertMany(guests);
    for (const { name, table } of guests) {
      producer.produce('seating', null, Buffer.from(String(table)), name);
    }
  } catch (err) {
    await abortOrClose();
    throw err;
  }

  try {
    await call((cb) => producer.commitTransaction(5000, cb));
  } catch (err) {
    if ((err as KafkaError).isTxnRequiresAbort) await abortOrClose();
    else producer.disconnect();
    throw err;
  }
}
