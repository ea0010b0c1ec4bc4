import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Transform, Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { Kafka, type Transaction } from 'kafkajs';

type Row = Record<string, string>;

const producer = new Kafka({ clientId: 'csv-import', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'csv-import',
  idempotent: true,
  maxInFlightRequests: 1,
});

const onlyActive = () =>
  new Transform({
    objectMode: true,
    transform(row: Row, _encoding, done) {
      done(null, row.active === '1' ? row : undefined);
    },
  });

class TransactionSink extends Writable {
  count = 0;

  constructor(
    private readonly tx: Transaction,
    private readonly topic: string,
  ) {
    super({ objectMode: true, highWaterMark: 16 });
  }

  override _write(row: Row, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.tx.send({ topic: this.topic, messages: [{ key: row.id, value: JSON.stringify(row) }] }).then(() => {
      this.count += 1;
      done();
    }, done);
  }
}

export async function importFile(path: string, topic: string): Promise<number> {
  await producer.connect();
  try {
    const tx = await producer.transaction();
    const sink = new TransactionSink(tx, topic);
    try {
      await pipeline(createReadStream(path), createGunzip(), parse({ columns: true }), onlyActive(), sink);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('import not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
    return sink.count;
  } finally {
    await producer.disconnect().catch((err) => console.warn('not disconnected', err));
  }
}
