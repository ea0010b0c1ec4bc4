// streams Writable/pipeline
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { Writable, Transform } from 'node:stream'; import { pipeline } from 'node:stream/promises';
export class TxSink extends Writable {
  #tx?: import('kafkajs').Transaction;
  override _construct(cb: (e?: Error | null) => void) { producer.transaction().then((tx) => { this.#tx = tx; cb(); }, cb); }
  override _write(chunk: Buffer, _enc: string, cb: (e?: Error | null) => void) { this.#tx!.send({ topic: 't', messages: [{ value: chunk }] }).then(() => cb(), cb); }
  override _final(cb: (e?: Error | null) => void) { this.#tx!.commit().then(() => cb(), cb); }
  override _destroy(err: Error | null, cb: (e?: Error | null) => void) { if (!err || !this.#tx?.isActive()) return cb(err); this.#tx.abort().then(() => cb(err), (a) => cb(new AggregateError([err, a]))); }
}
export async function load(src: NodeJS.ReadableStream) {
  const tx = await producer.transaction();
  try {
    await pipeline(src, new Writable({ objectMode: true, write(chunk, _e, cb) { tx.send({ topic: 't', messages: [chunk] }).then(() => cb(), cb); } }));
    await pipeline(src, async function (source) { for await (const c of source) await tx.send({ topic: 't', messages: [{ value: c as Buffer }] }); });
  } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
