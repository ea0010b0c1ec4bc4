import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { Kafka, type Transaction } from 'kafkajs';

const TOPIC = 'drydock.jobs';

const kafka = new Kafka({ clientId: 'dry-dock', brokers: ['harbour:9092'] });
const producer = kafka.producer({ transactionalId: 'dry-dock-import', idempotent: true, maxInFlightRequests: 1 });

async function pump(file: string, tx: Transaction): Promise<number> {
  let rows = 0;
  const parser = createReadStream(file).pipe(parse({ columns: true }));
  parser.on('data', async (row: Record<string, string>) => {
    rows += 1;
    await tx.send({ topic: TOPIC, messages: [{ key: row.vessel, value: JSON.stringify(row) }] });
  });
  await once(parser, 'end');
  return rows;
}

export async function importJobs(file: string): Promise<number> {
  const tx = await producer.transaction();
  let rows: number;
  try {
    rows = await pump(file, tx);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `import of ${file} hangs`);
    }
    throw err;
  }
  await tx.commit();
  return rows;
}

export const connect = (): Promise<void> => producer.connect();
export const disconnect = (): Promise<void> => producer.disconnect();
