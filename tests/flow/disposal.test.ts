import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const START = `
import { Kafka, type Producer, type Transaction } from 'kafkajs';
const producer: Producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
class Unit {
  isDone = false;
  constructor(readonly tx: Transaction) {}
  async complete() {
    this.isDone = true;
    await this.tx.commit();
  }
  DISPOSE
}
export async function publish(value: string) {
  await using unit = new Unit(await producer.transaction());
  await unit.tx.send({ topic: 'a', messages: [{ value }] });
  await unit.complete();
}
`;
const program = (dispose: string): string => START.replace('DISPOSE', dispose);

describe('what a block declares with `await using` is disposed of at its end', () => {
  it('which can end a transaction', () => {
    expect(
      reports(
        program('async [Symbol.asyncDispose]() { if (!this.isDone) await this.tx.abort(); }'),
        'program.ts',
      ),
    ).toEqual([]);
  });

  it('or not', () => {
    const guarded = (dispose: string): string => `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(value: string) {
  const tx = await producer.transaction();
  let isDone = false;
  await using guard = { async [Symbol.asyncDispose]() { ${dispose} } };
  await tx.send({ topic: 'a', messages: [{ value }] });
  isDone = true;
  await tx.commit();
}`;
    expect(reports(guarded('if (!isDone) await tx.abort();'), 'program.ts')).toEqual([]);
    expect(reports(guarded('console.log(isDone);'), 'program.ts')).toContainEqual(
      expect.stringContaining('require-transaction-end'),
    );
  });

  it('which can abort after a commit', () => {
    expect(
      reports(program('async [Symbol.asyncDispose]() { await this.tx.abort(); }'), 'program.ts'),
    ).toContainEqual(expect.stringContaining('no-abort-after-commit'));
  });

  it('by a way out of view, which may end it', () => {
    expect(reports(program('[Symbol.asyncDispose] = makeDisposer(this);'), 'program.ts')).toEqual([]);
  });

  it('and closes the producer that an instance has', () => {
    const session = (close: string): string => `
import { Producer } from '@platformatic/kafka';
class Session {
  readonly producer = new Producer({ clientId: 'c', bootstrapBrokers: ['b'], idempotent: true, transactionalId: 't' });
  async [Symbol.asyncDispose]() { ${close} }
}
export async function upload(samples: { tank: string }[]) {
  await using session = new Session();
  const tx = await session.producer.beginTransaction();
  await tx.send({ messages: samples.map(({ tank }) => ({ topic: 'a', value: tank })) });
  await tx.commit();
}`;
    expect(reports(session('await this.producer.close(true);'), 'program.ts')).toEqual([]);
    expect(reports(session('console.log("done");'), 'program.ts')).toContainEqual(
      expect.stringContaining('require-transaction-end'),
    );
  });

  it('the last one first', () => {
    const two = (first: string, second: string): string => `
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
export async function publish(value: string) {
  const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
  const tx = await producer.transaction();
  await using a = { async [Symbol.asyncDispose]() { ${first} } };
  await using b = { async [Symbol.asyncDispose]() { ${second} } };
  await tx.send({ topic: 'a', messages: [{ value }] });
}`;
    const ends = ['await tx.abort();', 'await tx.commit();'] as const;
    const aborted = expect.stringContaining('no-abort-after-commit') as unknown;
    expect(reports(two(...ends), 'program.ts')).toContainEqual(aborted);
    expect(reports(two(ends[1], ends[0]), 'program.ts')).not.toContainEqual(aborted);
  });
});
