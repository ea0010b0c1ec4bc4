#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';

const { values, positionals } = parseArgs({
  options: { brokers: { type: 'string', short: 'b', default: 'localhost:9092' } },
  allowPositionals: true,
});

async function importFile(producer, path) {
  const vineyards = JSON.parse(await readFile(path, 'utf8'));
  const tx = await producer.transaction();
  let offset;
  try {
    [{ baseOffset: offset }] = await tx.send({
      topic: 'vineyards',
      messages: vineyards.map((v) => ({ key: v.name, value: JSON.stringify(v) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort:', abortErr.message));
    throw err;
  }
  await tx.commit();
  console.log('%s: %d vineyards from offset %s on', path, vineyards.length, offset);
}

async function main() {
  const kafka = new Kafka({
    clientId: 'import-vineyards',
    brokers: values.brokers.split(','),
    logLevel: logLevel.WARN,
  });
  const producer = kafka.producer({
    transactionalId: 'import-vineyards',
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  try {
    for (const path of positionals) {
      await importFile(producer, path);
    }
  } finally {
    await producer.disconnect();
  }
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
