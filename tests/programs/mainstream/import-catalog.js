#!/usr/bin/env node
'use strict';

const fs = require('node:fs');
const readline = require('node:readline');
const { parseArgs } = require('node:util');
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const { values, positionals } = parseArgs({
  options: { broker: { type: 'string', default: 'localhost:9092' }, chunk: { type: 'string', default: '500' } },
  allowPositionals: true,
});

async function* chunks(file, size) {
  let lines = [];
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    lines.push({ value: line });
    if (lines.length === size) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}

/** One transaction for the whole file; closing the producer gives it up. */
async function importCatalog(file) {
  const producer = new Kafka({ kafkaJS: { brokers: [values.broker] } }).producer({
    'transactional.id': 'import-catalog',
  });
  await producer.connect();
  try {
    let count = 0;
    await producer.transaction();
    for await (const messages of chunks(file, Number(values.chunk))) {
      await producer.send({ topic: 'catalog.products', messages });
      count += messages.length;
    }
    await producer.commit();
    return count;
  } finally {
    await producer.disconnect();
  }
}

importCatalog(positionals[0]).then(
  (count) => console.log(`${count} products imported`),
  (err) => {
    console.error('import failed, nothing was written:', err);
    process.exit(1);
  },
);
