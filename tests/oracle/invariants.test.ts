import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { profileOf, type CallStyle, type ErrorVariant } from '../../src/clients/index.js';
import type { Operation } from '../../src/taxonomy/index.js';
import { CLIENTS_IN_USE, type ClientInUse } from './fakes/clients-in-use.js';
import { fakes } from './fakes/index.js';
import { effectOf, violationsOf, type Effect, type Invariant } from './invariants.js';
import { plainProgram } from './program.js';
import { run, type Driver } from './run.js';
import type { Fault } from './trace.js';

const require = createRequire(import.meta.url);

const MAIN: Driver = {
  moduleOf: (specifier) => (specifier.startsWith('node:') ? (require(specifier) as unknown) : undefined),
  drive: (exports, running) => {
    running.call('main', exports['main'] as () => unknown);
  },
};

/** The invariants that a program breaks, without those that the rules may leave. */
async function brokenBy({ head }: ClientInUse, main: string, ...faults: Fault[]): Promise<Invariant[]> {
  const text = `${head}
const attempt = async (act) => { try { return await act(); } catch {} };
const ready = async () => { const one = make(); await one.connect(); await one.init(); return one; };
exports.main = async () => {${main}};`;
  const trace = await run(plainProgram('main.js', text), fakes, { driver: MAIN, faults });
  const found = violationsOf(trace).filter(({ isLesser }) => isLesser !== true);
  return [...new Set(found.map(({ invariant }) => invariant))];
}

const STYLES: readonly CallStyle[] = ['callback', 'sync'];

function variantsOf({ client }: ClientInUse, operation: Operation): readonly ErrorVariant[] {
  return STYLES.flatMap((style) => profileOf(client).variantsOf(operation, style));
}

const failing = (operation: Operation, variant: ErrorVariant): Fault => ({
  operation,
  occurrence: 1,
  repeats: 'once',
  variant,
});

/** A failure of an operation that leaves that to be done. */
function failureOf(use: ClientInUse, operation: Operation, row: ErrorVariant['row'], effect?: Effect): Fault {
  const variant = variantsOf(use, operation).find(
    (one) => one.row === row && (!effect || effectOf(use.client, operation, one) === effect),
  );
  if (!variant) throw new Error(`${use.client} has no such ${row} of ${operation}`);
  return failing(operation, variant);
}

const timedOut = (use: ClientInUse, operation: Operation) =>
  failureOf(use, operation, 'TimeoutException', 'producer-retriable');
const toBeAborted = (use: ClientInUse, operation: Operation) =>
  failureOf(use, operation, 'TransactionAbortableException', 'producer-abortable');
const refused = (use: ClientInUse, operation: Operation) =>
  failureOf(use, operation, 'ProducerFencedException', 'application-recoverable');
/** What produce throws of a record that it does not take. */
function variantThrown({ client }: ClientInUse): ErrorVariant {
  const variant = profileOf(client)
    .variantsOf('send', 'sync')
    .find(({ row }) => row === 'RecordTooLargeException');
  if (!variant) throw new Error(`${client} throws no such error`);
  return variant;
}

/** A failed send: one that produce itself throws where records are queued. */
const notSent = (use: ClientInUse) =>
  use.isQueueing ? failing('send', variantThrown(use)) : toBeAborted(use, 'send');

const RIGHT = `
  const one = await ready();
  try {
    await one.begin();
    try {
      await one.send('a');
      await one.sendOffsets();
    } catch (error) {
      await attempt(one.abort);
      throw error;
    }
    await one.commit();
  } catch (error) {
    await attempt(one.close);
    throw error;
  }`;

const SENT = `
  const one = await ready();
  await one.begin();
  await one.send('a');
  await one.sendOffsets();`;

describe.each(CLIENTS_IN_USE)('a program of $client ($module)', (use) => {
  const { behaviour } = profileOf(use.client);

  it('that is right breaks nothing, whatever fails', async () => {
    const wrong: unknown[] = [];
    expect(await brokenBy(use, RIGHT)).toEqual([]);
    for (const operation of ['begin', 'send', 'sendOffsets', 'commit'] as const) {
      for (const variant of variantsOf(use, operation)) {
        const broken = await brokenBy(use, RIGHT, failing(operation, variant));
        if (broken.length > 0) wrong.push([operation, variant, broken]);
      }
    }
    expect(wrong).toEqual([]);
  });

  // A record that is only queued fails later.
  if (!use.isQueueing) {
    it('that sends again breaks that', async () => {
      const main = `
  const one = await ready();
  await one.begin();
  await attempt(() => one.send('a'));
  await one.send('a');
  await one.commit();`;
      expect(await brokenBy(use, main, timedOut(use, 'send'))).toContain('sent-again');
    });
  }

  it('that commits without what was not sent breaks that', async () => {
    const main = `
  const one = await ready();
  await one.begin();
  await attempt(() => one.send('a'));
  await one.sendOffsets().catch(() => undefined);
  await one.commit();`;
    expect(await brokenBy(use, main, notSent(use))).toContain('committed-without');
  });

  it('that aborts what may have been committed breaks that', async () => {
    const main = `${SENT}
  try { await one.commit(); } catch (error) { await attempt(one.abort); throw error; }`;
    expect(await brokenBy(use, main, timedOut(use, 'commit'))).toEqual(['aborted-after-commit']);
  });

  it('that aborts what could not be committed does so where the client can', async () => {
    const main = `${SENT}
  try { await one.commit(); } catch (error) { await attempt(one.abort); throw error; }`;
    expect(await brokenBy(use, main, toBeAborted(use, 'commit'))).toEqual(
      behaviour.abortsAfterFailedCommit ? [] : ['aborted-after-commit'],
    );
  });

  it('that commits again after a time-out breaks nothing: the client resumes it, or refuses', async () => {
    const main = `${SENT}
  try { await one.commit(); } catch { await one.commit(); }`;
    expect(await brokenBy(use, main, timedOut(use, 'commit'))).toEqual([]);
  });

  it('that leaves a transaction open breaks that', async () => {
    expect(await brokenBy(use, SENT)).toEqual(['left-open']);
  });

  it('of which the process ends before its calls do breaks that', async () => {
    expect(await brokenBy(use, `${SENT} void one.commit(); process.exit(1);`)).toEqual(['not-awaited']);
    // What is queued is only sent for certain by a commit that is waited for.
    const unsent = behaviour.commitFlushes ? [] : ['not-awaited'];
    expect(await brokenBy(use, `${SENT} void one.send('b'); process.exit(1);`)).toEqual(unsent);
    expect(await brokenBy(use, `${SENT} await one.send('b'); process.exit(1);`)).toEqual([]);
  });

  it('that goes on with a producer that is done for breaks that', async () => {
    const main = `${SENT}
  await attempt(one.commit);
  await one.begin();`;
    expect(await brokenBy(use, main, refused(use, 'commit'))).toContain('unusable-producer');
  });

  it('that loses the error that ends its producer breaks that', async () => {
    const main = `${SENT}
  await attempt(one.commit);`;
    expect(await brokenBy(use, main, refused(use, 'commit'))).toEqual(['error-lost']);
  });

  it('that sends the same in another transaction after a commit in doubt breaks that', async () => {
    const main = `${SENT}
  try { await one.commit(); } catch {
    await one.close();
    const next = await ready();
    await next.begin();
    await next.send('a');
    await next.commit();
  }`;
    expect(await brokenBy(use, main, timedOut(use, 'commit'))).toContain('sent-after-commit');
  });

  it.runIf(behaviour.resumesCommit && use.isQueueing)(
    'that sends the same in another transaction once the resumed commit has asked for an abort breaks nothing',
    async () => {
      const main = `${SENT}
  try { await one.commit(); } catch {
    await attempt(one.commit);
    await one.abort();
    await one.begin();
    await one.send('a');
    await one.commit();
  }`;
      const resumed = { ...toBeAborted(use, 'commit'), occurrence: 2 };
      expect(await brokenBy(use, main, timedOut(use, 'commit'), resumed)).toEqual([]);
    },
  );
});
