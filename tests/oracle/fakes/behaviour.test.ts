import { describe, expect, it } from 'vitest';
import { createRequire } from 'node:module';
import { profileOf, type Behaviour, type CallStyle, type ErrorVariant } from '../../../src/clients/index.js';
import type { Operation } from '../../../src/taxonomy/index.js';
import type { ConsumedRecord } from '../back-end.js';
import { effectOf } from '../invariants.js';
import { plainProgram } from '../program.js';
import { run, type Driver } from '../run.js';
import type { Fault, Trace } from '../trace.js';
import { CLIENTS_IN_USE, type ClientInUse } from './clients-in-use.js';
import { fakes } from './index.js';

const require = createRequire(import.meta.url);

const MAIN: Driver = {
  moduleOf: (specifier) => (specifier.startsWith('node:') ? (require(specifier) as unknown) : undefined),
  drive: (exports, running) => {
    running.call('main', exports['main'] as () => unknown);
  },
};

const CONSUMED: ConsumedRecord = { topic: 'orders', partition: 0, offset: 41, key: 'key', value: 'value' };

/** Runs what `main` does with a client. */
async function runMain({ head }: ClientInUse, main: string, faults: readonly Fault[] = []): Promise<Trace> {
  const text = `${head}
const attempt = async (act) => { try { return await act(); } catch (error) { return error; } };
exports.main = async () => {${main}};`;
  return run(plainProgram('main.js', text), fakes, { driver: MAIN, faults, consumed: [CONSUMED] });
}

async function valueOf(use: ClientInUse, main: string, faults?: readonly Fault[]): Promise<unknown> {
  const { entries } = await runMain(use, main, faults);
  const { outcome, value } = entries.at(-1) ?? {};
  if (outcome !== 'returned') throw new Error(`main ${outcome ?? 'was not called'}`, { cause: value });
  return value;
}

const variantsOf = ({ client }: ClientInUse, operation: Operation, style: CallStyle = 'callback') =>
  profileOf(client).variantsOf(operation, style);

const failing = (operation: Operation, variant: ErrorVariant): Fault => ({
  operation,
  occurrence: 1,
  repeats: 'once',
  variant,
});

function failureOf(use: ClientInUse, operation: Operation, row: ErrorVariant['row']): Fault {
  const variant = variantsOf(use, operation).find((one) => one.row === row);
  if (!variant) throw new Error(`${use.client} has no ${row} of ${operation}`);
  return failing(operation, variant);
}

const BEGUN = `
  const one = make();
  await one.connect();
  await one.init();
  await one.begin();
  await one.send('a');
  await one.sendOffsets();`;

const hasFailed = 'instanceof Error';

/** Does the call again work after it has timed out, in one way or another? */
const resumes = (end: 'commit' | 'abort') => async (use: ClientInUse) => {
  const timeOuts = variantsOf(use, end).filter(({ row }) => row === 'TimeoutException');
  const isResumed: unknown[] = [];
  for (const variant of timeOuts)
    isResumed.push(
      await valueOf(
        use,
        `${BEGUN}
  await attempt(one.${end});
  return !((await attempt(one.${end})) ${hasFailed});`,
        [failing(end, variant)],
      ),
    );
  return isResumed.includes(true);
};

/** The flag of an error, if one flag is true of just those after which a commit is to be made again, and can be. */
async function retriableFlagOf(use: ClientInUse): Promise<string | undefined> {
  const shown: { readonly error: Record<string, unknown>; readonly isResumed: boolean }[] = [];
  for (const variant of variantsOf(use, 'commit').filter(({ open }) => open?.includes('*') !== true)) {
    const effect = effectOf(use.client, 'commit', variant);
    const { deeds } = await runMain(
      use,
      `${BEGUN}
  await attempt(one.commit);
  await attempt(one.commit);`,
      [failing('commit', variant)],
    );
    const [failed, again] = deeds.filter(({ operation }) => operation === 'commit');
    shown.push({
      error: failed?.error as Record<string, unknown>,
      isResumed: again?.outcome === 'ok' && effect.endsWith('retriable'),
    });
  }
  const flags = new Set(
    shown.flatMap(({ error }) => Object.keys(error).filter((name) => error[name] === true)),
  );
  return [...flags].find((flag) =>
    shown.every(({ error, isResumed }) => (error[flag] === true) === isResumed),
  );
}

/** The truth values that errors have but that are never true. */
async function alwaysFalseOf(use: ClientInUse): Promise<readonly string[]> {
  const seen = new Map<string, boolean>();
  for (const operation of ['send', 'sendOffsets', 'commit', 'abort'] as const) {
    for (const variant of variantsOf(use, operation)) {
      const { deeds } = await runMain(
        use,
        `${BEGUN}
  await attempt(one.commit);
  await attempt(one.abort);`,
        [
          failing(operation, variant),
          ...(operation === 'abort' ? [failureOf(use, 'commit', 'TransactionAbortableException')] : []),
        ],
      );
      for (const { error } of deeds)
        for (const [name, value] of Object.entries(error ?? {}))
          if (typeof value === 'boolean') seen.set(name, (seen.get(name) ?? false) || value);
    }
  }
  return [...seen].filter(([, isEverTrue]) => !isEverTrue).map(([name]) => name);
}

/** Each flag of a profile's behaviour, as the client's fake has it. */
const OBSERVED: { readonly [Flag in keyof Behaviour]: (use: ClientInUse) => Promise<unknown> } = {
  operationsOn: (use) =>
    valueOf(
      use,
      `
  const one = make();
  await one.connect();
  await one.init();
  const transaction = await one.begin();
  return transaction && transaction !== one.producer ? 'handle' : 'producer';`,
    ),
  resumesCommit: resumes('commit'),
  resumesAbort: resumes('abort'),
  abortsAfterFailedCommit: (use) =>
    valueOf(
      use,
      `${BEGUN}
  await attempt(one.commit);
  return !((await attempt(one.abort)) ${hasFailed});`,
      [failureOf(use, 'commit', 'TransactionAbortableException')],
    ),
  stuckAfterFailedEnd: (use) =>
    valueOf(
      use,
      `${BEGUN}
  await attempt(one.commit);
  await attempt(one.abort);
  return (await attempt(one.begin)) ${hasFailed};`,
      [failureOf(use, 'commit', 'TransactionAbortableException')],
    ),
  initialisedBy: async (use) => {
    const row = 'TransactionalIdAuthorizationException';
    const faults = (['init', 'begin'] as const).flatMap((operation) =>
      variantsOf(use, operation).some((variant) => variant.row === row)
        ? [failureOf(use, operation, row)]
        : [],
    );
    return valueOf(
      use,
      `
  const one = make();
  for (const call of ['connect', 'init', 'begin']) if ((await attempt(one[call])) ${hasFailed}) return call;`,
      faults,
    );
  },
  commitFlushes: async (use) => {
    const { deeds } = await runMain(
      use,
      `
  const one = make();
  await one.connect();
  await one.init();
  await one.begin();
  await one.send('a');
  attempt(() => one.send('b'));
  await one.commit();`,
    );
    const [, late] = deeds.filter(({ operation }) => operation === 'send');
    const commit = deeds.find(({ operation }) => operation === 'commit');
    return late?.outcome === 'ok' && (late.endedAt ?? Infinity) < (commit?.endedAt ?? 0);
  },
  offsets: (use) =>
    valueOf(use, 'return new Promise((resolve) => consume(({ offset }) => resolve(typeof offset)));'),
  retriableFlag: retriableFlagOf,
  alwaysFalse: alwaysFalseOf,
};

const FLAGS = Object.keys(OBSERVED) as (keyof Behaviour)[];

describe.each(CLIENTS_IN_USE)('the fake of $client ($module)', (use) => {
  const { behaviour } = profileOf(use.client);

  it('has all flags', () => {
    expect(FLAGS.toSorted()).toEqual(Object.keys(behaviour).toSorted());
  });

  it.each(FLAGS)('behaves as the profile says: %s', async (flag) => {
    expect(await OBSERVED[flag](use)).toEqual(behaviour[flag]);
  });
});
