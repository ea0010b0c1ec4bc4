import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import kafkajs from 'kafkajs';

const BATCH = 500;

/** Reads a log file and yields its lines in batches, each with the line number to go on with. */
async function* batches(path, from) {
  let number = 0;
  let lines = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    number += 1;
    if (number <= from) continue;
    lines.push(line);
    if (lines.length === BATCH) {
      yield { lines, next: number };
      lines = [];
    }
  }
  if (lines.length > 0) yield { lines, next: number };
}

const producer = new kafkajs.Kafka({ clientId: 'page-views', brokers: ['localhost:9092'] }).producer({
  transactionalId: `page-views-${process.env.WEB_HOST}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * The progress is a record of the same transaction: whoever imports the file again reads the
 * last committed one (isolation level read_committed) and passes it as `from`.
 */
export async function importFile(path, from) {
  await producer.connect();
  try {
    for await (const { lines, next } of batches(path, from)) {
      const tx = await producer.transaction();
      const sends = [
        () => tx.send({ topic: 'page.views', messages: lines.map((value) => ({ value })) }),
        () => tx.send({ topic: 'page.views.progress', messages: [{ key: path, value: String(next) }] }),
      ];
      try {
        for (const send of sends) await send();
      } catch (err) {
        await tx.abort().catch((abortErr) => console.error(`${path}: abort failed`, abortErr));
        throw err;
      }
      await tx.commit();
    }
  } finally {
    // On success and on every failure: one import, one producer.
    await producer.disconnect();
  }
}

const [, , file, from = '0'] = process.argv;
await importFile(file, Number(from));
