import { describe, expect, it } from 'vitest';
import { knownIssues } from '../../src/taxonomy/index.js';
import { profileOf, type ErrorVariant } from '../../src/clients/index.js';
import { lint } from '../lint.js';
import { fakes } from './fakes/index.js';
import { isHeardOf } from './invariants.js';
import { plainProgram } from './program.js';
import { run, type Driver } from './run.js';
import { STEP_BOUND, type Fault, type Trace } from './trace.js';

/* KAFKA-20310: brokers 4.0.0 leave the previous and the next producer id out of the transaction log. */

const driver: Driver = {
  drive: (exports, running) => {
    running.call('run', exports['run'] as () => unknown);
  },
};

const HEAD = `const { Kafka } = require('kafkajs');
const kafka = new Kafka({ clientId: 'app', brokers: ['broker:9092'] });
const settings = { transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 };
`;

const WORK = `await tx.send({ topic: 'orders', messages: [{ value: 'a' }] });`;

/** What an InitProducerId is answered with, as kafkajs hands it on. */
function answerOf(row: ErrorVariant['row']): ErrorVariant {
  const found = profileOf('kafkajs')
    .variantsOf('begin', 'promise')
    .find((variant) => variant.row === row && !variant.open?.includes('*'));
  if (!found) throw new Error(`No ${row} of begin`);
  return found;
}

/**
 * Failover at the last epoch, with the next id lost: every later InitProducerId of the transactional id fails with an error that
 * clients do not know, whichever producer asks.
 */
const nextIdLost: Fault = {
  operation: 'begin',
  occurrence: 1,
  repeats: 'always',
  variant: answerOf('unknown'),
};

/** InitProducerId retried after a failover, with the previous id lost: answered PRODUCER_FENCED although nobody fenced it. */
const previousIdLost: Fault = {
  operation: 'begin',
  occurrence: 1,
  repeats: 'once',
  variant: answerOf('ProducerFencedException'),
};

/** Programs that the rules accept. */
const ACCEPTED = {
  'surfaces the error': `
const producer = kafka.producer(settings);
exports.run = async () => {
  const tx = await producer.transaction();
  try {
    ${WORK}
  } catch (error) {
    await tx.abort().catch(() => {});
    throw error;
  }
  await tx.commit();
};
`,
  'starts again with a new producer, a few times': `
exports.run = async () => {
  let last;
  for (let attempt = 0; attempt < 3; attempt++) {
    const producer = kafka.producer(settings);
    let tx;
    try {
      tx = await producer.transaction();
    } catch (error) {
      await producer.disconnect();
      last = error;
      continue;
    }
    try {
      ${WORK}
    } catch (error) {
      await tx.abort().catch(() => {});
      throw error;
    }
    await tx.commit();
    return;
  }
  throw last;
};
`,
};

/** Programs that the rules report, with the rule. */
const REPORTED = {
  'no-futile-retry': `
const producer = kafka.producer(settings);
exports.run = async () => {
  for (;;) {
    let tx;
    try {
      tx = await producer.transaction();
    } catch {
      continue;
    }
    try {
      ${WORK}
    } catch (error) {
      await tx.abort().catch(() => {});
      throw error;
    }
    await tx.commit();
    return;
  }
};
`,
  'require-application-recoverable-path': `
const producer = kafka.producer(settings);
exports.run = async () => {
  let tx;
  try {
    tx = await producer.transaction();
  } catch (error) {
    console.error(error);
    return;
  }
  try {
    ${WORK}
  } catch (error) {
    await tx.abort().catch(() => {});
    throw error;
  }
  await tx.commit();
};
`,
};

const SCENARIOS = { 'the next id is lost': nextIdLost, 'the previous id is lost': previousIdLost };

const runWith = (text: string, fault: Fault): Promise<Trace> =>
  run(plainProgram('program.js', HEAD + text), fakes, { driver, faults: [fault] });

const hasCommitted = ({ deeds }: Trace): boolean =>
  deeds.some(({ operation, outcome }) => operation === 'commit' && outcome === 'ok');

it('is a known issue of init, which kafkajs does in begin', () => {
  expect(
    knownIssues.find(({ id }) => id === 'KAFKA-20310')?.seenBy.map(({ operation }) => operation),
  ).toEqual(['init', 'init']);
});

describe.each(Object.entries(SCENARIOS))('when %s', (_, fault) => {
  it.each(Object.entries(ACCEPTED))(
    'a program that %s is accepted, and recovers or surfaces',
    async (_name, text) => {
      expect(lint(HEAD + text, 'program.js')).toEqual([]);

      const trace = await runWith(text, fault);

      expect(trace.endless).toBe(false);
      expect(trace.deeds.length).toBeLessThan(STEP_BOUND / 2);
      const failed = trace.deeds.filter((deed) => deed.fault === fault).at(-1);
      expect(failed).toBeDefined();
      expect(hasCommitted(trace) || isHeardOf(trace, failed?.error)).toBe(true);
    },
  );
});

it('a loop without a bound around the begin is reported, and never ends while the id is lost', async () => {
  const text = REPORTED['no-futile-retry'];
  expect(lint(HEAD + text, 'program.js').map(({ rule }) => rule)).toEqual(['no-futile-retry']);

  const trace = await runWith(text, nextIdLost);

  expect(trace.endless).toBe(true);
  expect(hasCommitted(trace)).toBe(false);
});

describe.each(Object.entries(SCENARIOS))('when %s and the error is only logged', (_, fault) => {
  it('the program is reported, and stays dead without anybody hearing of it', async () => {
    const rule = 'require-application-recoverable-path';
    expect(lint(HEAD + REPORTED[rule], 'program.js').map((report) => report.rule)).toEqual([rule]);

    const trace = await runWith(REPORTED[rule], fault);

    expect(hasCommitted(trace)).toBe(false);
    expect(trace.entries.at(-1)?.outcome).toBe('returned');
    const failed = trace.deeds.find((deed) => deed.fault === fault);
    expect(isHeardOf(trace, failed?.error)).toBe(false);
  });
});
