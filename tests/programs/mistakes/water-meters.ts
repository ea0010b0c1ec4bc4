import * as rdkafka from 'node-rdkafka';
import { promisify } from 'util';

const producer = new rdkafka.Producer({ 'bootstrap.servers': 'water:9092', 'transactional.id': 'water-meters' });

const begin = promisify<void>((cb) => producer.beginTransaction(cb as never));
const commit = promisify<void>((cb) => producer.commitTransaction(10_000, cb as never));

export const init = promisify<void>((cb) => producer.initTransactions(10_000, cb as never));

export async function store(readings: ReadonlyArray<{ meter: string; litres: number }>): Promise<void> {
  await begin();
  for (const { meter, litres } of readings) {
    producer.produce('water.readings', null, Buffer.from(String(litres)), meter);
  }
  await commit();
}
