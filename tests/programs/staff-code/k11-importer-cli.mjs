import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import { Kafka } from 'kafkajs';

const { values } = parseArgs({ options: { file: { type: 'string' }, chunk: { type: 'string', default: '1000' } } });

async function* chunks(file, size) {
  let chunk = [];
  for await (const row of createReadStream(file).pipe(parse({ columns: true }))) {
    chunk.push(row);
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length) yield chunk;
}

async function importChunk(producer, rows) {
  const tx = await producer.transaction();
  try {
    const messages = rows.map((row) => {
      if (!row.sku) throw new TypeError('row without a sku');
      return { key: row.sku, value: JSON.stringify(row) };
    });
    await tx.send({ topic: 'catalogue', messages });
  } catch (err) {
    await tx.abort().then(undefined, (abortErr) => console.error('abort failed:', abortErr.message));
    throw err;
  }
  await tx.commit();
}

const kafka = new Kafka({ clientId: 'catalogue-import', brokers: ['localhost:9092'] });
const producer = kafka.producer({ transactionalId: 'catalogue-import', idempotent: true, maxInFlightRequests: 1 });
try {
  await producer.connect();
  let total = 0;
  for await (const rows of chunks(values.file, Number(values.chunk))) {
    await importChunk(producer, rows);
    total += rows.length;
    process.stdout.write(`\r${total} rows`);
  }
} catch (err) {
  console.error('import failed', err);
  process.exitCode = 1;
} finally {
  await producer.disconnect();
}
