import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { Kafka } from 'kafkajs';
import { household } from './household.mjs';
import { log } from './log.mjs';

const producer = new Kafka({ clientId: 'census', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'census-import',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function importFile(path) {
  await producer.connect();
  const tx = await producer.transaction();
  let rows = 0;
  try {
    const parser = createReadStream(path).pipe(parse({ columns: true, bom: true }));
    parser.on('data', async (row) => {
      rows += 1;
      await tx.send({ topic: 'census.households', messages: [household(row)] });
    });
    await once(parser, 'end');
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ abortErr }, 'import not rolled back'));
    throw err;
  }
  await tx.commit();
  log.info({ path, rows }, 'imported');
}

export const close = () => producer.disconnect();
