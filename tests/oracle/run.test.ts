import { describe, expect, it } from 'vitest';
import { profileOf, type ErrorVariant } from '../../src/clients/index.js';
import type { Operation } from '../../src/taxonomy/index.js';
import { layersOf } from '../clients/observed-error.js';
import { fakes } from './fakes/index.js';
import { compiledProgram, plainProgram } from './program.js';
import { run, type Driver } from './run.js';
import type { Fault, Trace } from './trace.js';

const calling = (name: string): Driver => ({
  drive: (exports, running) => {
    const fn = exports[name] as (() => unknown) | undefined;
    if (fn) running.call(name, fn);
  },
});

function variantOf(operation: Operation, row: ErrorVariant['row']): ErrorVariant {
  const found = profileOf('kafkajs')
    .variantsOf(operation, 'promise')
    .find((variant) => variant.row === row);
  if (!found) throw new Error(`No ${row} of ${operation}`);
  return found;
}

const once = (operation: Operation, row: ErrorVariant['row']): Fault => ({
  operation,
  occurrence: 1,
  repeats: 'once',
  variant: variantOf(operation, row),
});

const PLACE = `
const { Kafka } = require('kafkajs');
const producer = new Kafka({}).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
exports.place = async () => {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'orders', messages: [{ value: 'a' }] });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
};
`;

const told = ({ deeds }: Trace): string[] =>
  deeds.map(({ operation, outcome, line, transaction }) => `${line}: ${operation} ${outcome} ${transaction}`);

describe('a run of a kafkajs program', () => {
  it('records what the program does, where, and in which transaction', async () => {
    const trace = await run(plainProgram('place.js', PLACE), fakes, { driver: calling('place') });

    expect(told(trace)).toEqual([
      '3: create ok undefined',
      '5: begin ok 1',
      '7: send ok 1',
      '12: commit ok 1',
    ]);
    expect(trace.entries.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['top level', 'returned'],
      ['place', 'returned'],
    ]);
  });

  it('injects an error, and what the program does with it is seen', async () => {
    const trace = await run(plainProgram('place.js', PLACE), fakes, {
      driver: calling('place'),
      faults: [once('send', 'TimeoutException')],
    });

    expect(told(trace)).toEqual([
      '3: create ok undefined',
      '5: begin ok 1',
      '7: send failed 1',
      '9: abort ok 1',
    ]);
    const { outcome, value } = trace.entries[1] ?? {};
    expect(outcome).toBe('threw');
    expect(layersOf(value).map(({ classes: [nearest] }) => nearest)).toEqual([
      'KafkaJSNumberOfRetriesExceeded',
      'KafkaJSProtocolError',
    ]);
  });

  it('refuses what kafkajs refuses after a failed commit', async () => {
    const program = plainProgram(
      'late.js',
      PLACE.replace('await tx.commit();', 'try { await tx.commit(); } catch { await tx.abort(); }'),
    );
    const trace = await run(program, fakes, {
      driver: calling('place'),
      faults: [once('commit', 'InvalidProducerEpochException')],
    });

    expect(told(trace).slice(3)).toEqual(['12: commit failed 1', '12: abort failed 1']);
    expect(trace.entries[1]).toMatchObject({
      outcome: 'threw',
      value: { message: 'Cannot continue to use transaction once ended' },
    });
  });

  it('stops a loop that has no end', async () => {
    const program = plainProgram(
      'loop.js',
      PLACE.replace('await tx.abort();\n    throw error;', 'for (;;) { try { await tx.abort(); } catch {} }'),
    );
    const trace = await run(program, fakes, {
      driver: calling('place'),
      faults: [once('send', 'TimeoutException')],
    });

    expect(trace.endless).toBe(true);
    expect(trace.entries[1]?.outcome).toBe('pending');
  });

  it('compiles TypeScript modules with a top level that waits, and still knows the lines', async () => {
    const program = compiledProgram(
      'place.ts',
      `
import { Kafka, type Transaction } from 'kafkajs';

interface Order { id: string }

const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'orders' });
const tx: Transaction = await producer.transaction();
const order: Order = { id: '1' };
setTimeout(() => process.exit(1), 10_000);
await tx.send({ topic: 'orders', messages: [{ value: order.id }] });
await new Promise(() => {});
`,
    );
    const trace = await run(program, fakes, { driver: { drive: () => undefined } });

    expect(told(trace)).toEqual(['6: create ok undefined', '7: begin ok 1', '10: send ok 1']);
    expect(trace.exit?.code).toBe(1);
  });
});
