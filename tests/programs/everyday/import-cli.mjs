#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Kafka } from 'kafkajs';

const { values } = parseArgs({
  options: {
    file: { type: 'string', short: 'f' },
    topic: { type: 'string', default: 'contacts' },
    chunk: { type: 'string', default: '500' },
  },
});

async function* chunks(file, size) {
  let chunk = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() === '') continue;
    const [id, name, email] = line.split(';');
    chunk.push({ key: id, value: JSON.stringify({ id, name, email }) });
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

async function importChunk(producer, topic, messages) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic, messages });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      console.warn('abort failed:', abortErr.message);
    }
    throw new Error(`chunk starting at ${messages[0].key} failed`, { cause: err });
  }
  await tx.commit();
}

async function main() {
  const kafka = new Kafka({ clientId: 'import', brokers: [process.env.KAFKA ?? 'localhost:9092'] });
  const producer = kafka.producer({ transactionalId: 'contacts-import', idempotent: true, maxInFlightRequests: 1 });
  let imported = 0;
  try {
    await producer.connect();
    for await (const messages of chunks(values.file, Number(values.chunk))) {
      await importChunk(producer, values.topic, messages);
      imported += messages.length;
      process.stdout.write(`\r${imported} contacts`);
    }
  } finally {
    await producer.disconnect();
  }
}

main().catch((err) => {
  console.error(err);
  process.exitCode = 1;
});
