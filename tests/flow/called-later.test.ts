import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

const START = `
import { EventEmitter } from 'node:events';
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
const bus = new EventEmitter();
async function flush(value) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'a', messages: [{ value }] });
  } catch (error) {
    await tx.abort().catch((failure) => { throw new AggregateError([error, failure]); });
    throw error;
  }
  await tx.commit();
}
`;
const floating = (code: string): string[] => reported('no-floating-transaction-call', `${START}${code}`);

describe('what a timer or an emitter calls has nobody who takes what it leaves to itself', () => {
  it.each([
    'export const later = (v) => { setTimeout(() => flush(v), 10); };',
    'export const later = (v) => { setTimeout(() => {\nflush(v);\n}, 10); };',
    'export class Batch { add(v) { this.timer ??= setTimeout(() => {\nflush(v);\n}, 10); } }',
    'export class Batch { add(v) { this.timer = setInterval(() => {\nthis.write(v);\n}, 10); } async write(v) { await flush(v); } }',
    "bus.on('value', (v) => {\nflush(v);\n});",
    "bus.on('value', async (v) => { await flush(v); });",
  ])('%s', (code) => {
    expect(floating(code)).toHaveLength(1);
  });

  it.each([
    'export const later = (v) => { setTimeout(() => { flush(v).catch((error) => bus.emit("error", error)); }, 10); };',
    'export const later = (v, done) => { setTimeout(() => { flush(v).then(() => done(), done); }, 10); };',
    "bus.on('value', async (v) => { try { await flush(v); } catch (error) { bus.emit('error', error); } });",
    // Whoever writes this wants the process to end.
    "bus.on('value', (v) => { void flush(v).catch((error) => { throw error; }); });",
    'export const now = (v) => flush(v);',
  ])('but for %s', (code) => {
    expect(floating(code)).toEqual([]);
  });
});
