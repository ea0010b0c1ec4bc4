#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Kafka } from 'kafkajs';

const [file] = process.argv.slice(2);
const producer = new Kafka({ clientId: 'postcodes', brokers: [process.env.BROKER] }).producer({
  transactionalId: 'import-postcodes',
  idempotent: true,
  maxInFlightRequests: 1,
});

await producer.connect();
const tx = await producer.transaction();

let lines = 0;
try {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [postcode, town] = line.split('\t');
    await tx.send({ topic: 'postcodes', messages: [{ key: postcode, value: town }] });
    lines += 1;
  }
} catch (err) {
  console.error(`${file}:${lines + 1}`, err);
  await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
  process.exit(1);
}

await tx.commit();
await producer.disconnect();
console.log(`${lines} postcodes imported`);
