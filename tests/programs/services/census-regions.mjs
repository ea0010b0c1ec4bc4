import { Kafka } from 'kafkajs';
import { readRegion } from './region-files.mjs';

const producer = new Kafka({ clientId: 'census', brokers: process.env.BROKERS.split(';') }).producer({
  transactionalId: 'census-load',
  idempotent: true,
  maxInFlightRequests: 1,
});

const toRecord = (region, people) => ({
  topic: `census.${region}`,
  messages: people.map((person) => ({ key: person.household, value: JSON.stringify(person) })),
});

/** Loads all regions of a census, or none. */
export async function load(regions) {
  const tx = await producer.transaction();
  let total = 0;
  try {
    await Promise.all(
      regions.map(async (region) => {
        const people = await readRegion(region);
        await tx.send(toRecord(region, people));
        total += people.length;
      }),
    );
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      console.error('census: abort failed', abortErr);
    }
    throw err;
  }
  await tx.commit();
  return total;
}

export async function withProducer(task) {
  await producer.connect();
  try {
    return await task();
  } finally {
    await producer.disconnect();
  }
}
