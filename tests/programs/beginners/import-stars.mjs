#!/usr/bin/env node
// usage: import-stars.mjs catalogue.csv
import { readFile } from 'node:fs/promises';
import { Kafka } from 'kafkajs';
import pRetry from 'p-retry';

const producer = new Kafka({ clientId: 'stars', brokers: ['localhost:9092'] }).producer({
  transactionalId: 'import-stars',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(stars) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'stars',
      messages: stars.map(([name, ra, dec]) => ({ key: name, value: JSON.stringify({ ra, dec }) })),
    });
  } catch (err) {
    await tx.abort().catch(() => console.error('could not abort'));
    throw err;
  }
  await tx.commit();
}

const [file] = process.argv.slice(2);
const text = await readFile(file, 'utf8');
const stars = text.trim().split('\n').map((line) => line.split(','));

await producer.connect();
try {
  await pRetry(() => publish(stars), {
    retries: 5,
    onFailedAttempt: (e) => console.log(`attempt ${e.attemptNumber} failed`),
  });
  console.log(`${stars.length} stars imported`);
} finally {
  await producer.disconnect();
}
