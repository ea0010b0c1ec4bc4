import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIBRDKAFKA_CODES } from '../../../../src/clients/codes/librdkafka.js';
import { profileOf, type CallStyle, type ErrorVariant } from '../../../../src/clients/index.js';
import { handlingOf } from '../../../../src/clients/librdkafka-handling.js';
import { isRowId } from '../../../../src/taxonomy/index.js';
import { isVariant } from '../../../clients/observed-error.js';
import type { ClientInUse } from '../../fakes/clients-in-use.js';
import { fakes } from '../../fakes/index.js';
import { plainProgram, type Program } from '../../program.js';
import { run, type Driver } from '../../run.js';
import type { Fault, Trace } from '../../trace.js';
import { traceText } from '../../trace-text.js';
import { startMockCluster, type MockCluster } from '../mock-cluster.js';
import { ordealsOf, type Ordeal } from '../setback.js';
import { GOES_ON, HANDLING_PROGRAMS, QUIET_PROGRAMS } from '../agreement-programs.js';
import { nativeBackEnd, type NativePackage } from './native-back-end.js';
import type { SetbackOf } from '../refused-calls.js';
import { inParallel } from './native-client.js';

const require = createRequire(import.meta.url);

const MAIN: Driver = {
  moduleOf: (specifier) => (specifier.startsWith('node:') ? (require(specifier) as unknown) : undefined),
  drive: (exports, running) => {
    running.call('main', exports['main'] as () => unknown);
  },
};

/** One code of each kind that librdkafka treats alike, at one request or another: retried, to be aborted, fatal. */
const ONE_OF_A_KIND = [3, 14, 29, 47, 48, 51, 90, 120];

const OPERATIONS = ['init', 'send', 'sendOffsets', 'commit', 'abort'] as const;

const TIMES: readonly Pick<Fault, 'occurrence' | 'repeats'>[] = [
  { occurrence: 1, repeats: 'once' },
  { occurrence: 1, repeats: 'always' },
];

/** A refusal, and how often it comes. */
interface Trial {
  readonly ordeal: Ordeal;
  readonly times: (typeof TIMES)[number];
}

interface Suffered extends Trial {
  readonly trace: Trace;
}

/** Does the outcome of a refusal depend on what a run cannot be told? */
function isOpen({ client, isQueueing }: ClientInUse, program: string, { ordeal, times }: Trial): boolean {
  const { operation, row, request } = ordeal;
  // Whichever call comes next is told of it, as fast as it is.
  if (operation === 'send' && isQueueing) return true;
  // A broker is asked for an abort if it has heard of a record by then.
  if (operation === 'abort' && isQueueing) return true;
  // The next transaction's first record may be taken back with the last one's, or the topic's error be remembered.
  if (operation === 'send' && program === GOES_ON) return true;
  // A call that is made again hears of the end sooner or later: its own time may be over first.
  if (
    request === 'EndTxn' &&
    times.repeats === 'once' &&
    isRowId(row) &&
    handlingOf(row, 'endTxn') === 'retry'
  )
    return true;
  // The promise API's errors do not tell which of the two requests was refused for a time, and only one of them can be made again.
  return (
    client === 'confluent' &&
    request === 'TxnOffsetCommit' &&
    isRowId(row) &&
    handlingOf(row, 'txnOffsetCommit') === 'retry'
  );
}

/** How often a run that differs is done again, alone. */
const ATTEMPTS = 3;

/** How many programs run at once. */
const WIDTH = 12;

const STYLES: readonly CallStyle[] = ['callback', 'sync'];

const ordeals = OPERATIONS.flatMap((operation) => ordealsOf(operation))
  .filter(({ code }) => ONE_OF_A_KIND.includes(code))
  // What a record is told whose partition could not be added does not say why.
  .filter(({ request }) => request !== 'AddPartitionsToTxn')
  // Brokers answer a Produce request with INVALID_PRODUCER_EPOCH alone (KIP-588). Nor does librdkafka 2.0 have a name for 120; and
  // what it does about a topic that is not there takes its time.
  .filter(({ request, code }) => request !== 'Produce' || ![3, 90, 120].includes(code));

/** The cluster draws producer ids at random, and confuses two that are the same. */
const isConfused = ({ deeds }: Trace): boolean =>
  deeds.some(({ error }) => (error as { code?: unknown } | undefined)?.code === INVALID_PRODUCER_ID_MAPPING);
const INVALID_PRODUCER_ID_MAPPING = 49;

/** Declares the tests of a fake of a package with a native part. */
export function describeAgreement(use: ClientInUse, real: NativePackage): void {
  const { client, module, head, isQueueing } = use;
  const profile = profileOf(client);

  describe(`the fake of ${client} (${module}${isQueueing ? ', records queued' : ''})`, () => {
    const clusters: MockCluster[] = [];
    beforeAll(() => {
      for (let index = 0; index < WIDTH; index += 1) {
        const cluster = startMockCluster();
        cluster.createTopic('topic');
        clusters.push(cluster);
      }
    });
    afterAll(async () => {
      await Promise.all(clusters.map((cluster) => cluster.stop()));
    });

    const programOf = ({ text }: { readonly text: string }) => plainProgram('program.js', head + text);
    const runFake = (program: Program, faults: readonly Fault[]) =>
      run(program, fakes, { driver: MAIN, faults });
    const runReal = async (program: Program, faults: readonly Fault[], setbackOf: SetbackOf) => {
      const cluster = clusters.pop();
      if (!cluster) throw new Error('There are not enough clusters');
      try {
        return await run(program, nativeBackEnd(module, real, cluster, setbackOf), { driver: MAIN, faults });
      } finally {
        clusters.push(cluster);
      }
    };

    /**
     * The error as the program met it. What becomes of a record is not always told to it: one that was only queued shows it in the
     * commit, and node-rdkafka's reports have no code.
     */
    function shownAs(
      variants: readonly ErrorVariant[],
      { operation, row, code }: Ordeal,
      error: unknown,
    ): ErrorVariant | undefined {
      const shown = variants.find((variant) => isVariant(variant, error));
      if (shown || operation !== 'send' || !isRowId(row)) return shown;
      const own = handlingOf(row, 'produce') === 'retry' ? LIBRDKAFKA_CODES.ERR__MSG_TIMED_OUT : code;
      return variants.find(({ layers: [{ fields }] }) => fields['code'] === own);
    }

    const variantsOf = ({ operation, row }: Ordeal): readonly ErrorVariant[] =>
      STYLES.flatMap((style) => profile.variantsOf(operation, style)).filter(
        (variant) => variant.row === row,
      );

    /** A program with the real client, one of whose requests is refused. */
    async function suffered(program: Program, trial: Trial): Promise<Suffered> {
      const { ordeal, times } = trial;
      const { operation, request, code } = ordeal;
      const [anyVariant] = variantsOf(ordeal);
      if (!anyVariant) throw new Error(`${operation} has no ${ordeal.row}`);
      const fault = { operation, ...times, variant: anyVariant };
      const attempt = () => runReal(program, [fault], () => ({ request, code }));
      const trace = await attempt();
      return { ...trial, trace: isConfused(trace) ? await attempt() : trace };
    }

    /** Where the run with the fake differs from that with the client. */
    async function differenceOf(program: Program, { ordeal, times, trace }: Suffered): Promise<unknown> {
      const met = trace.deeds.find((deed) => deed.fault && deed.operation === ordeal.operation)?.error;
      const variants = variantsOf(ordeal);
      const isUnmet = met === undefined && ordeal.operation !== 'send';
      const variant = isUnmet ? variants[0] : shownAs(variants, ordeal, met);
      if (!variant) return { ordeal, times, unexpected: met };
      const { operation } = ordeal;
      const ofFake = traceText(await runFake(program, [{ operation, ...times, variant }]));
      const ofReal = traceText(trace);
      return ofFake.join('\n') === ofReal.join('\n')
        ? undefined
        : {
            ordeal,
            times,
            ofFake,
            ofReal,
          };
    }

    it.each(QUIET_PROGRAMS)('does what the client does without an error: $name', async (program) => {
      expect(traceText(await runFake(programOf(program), []))).toEqual(
        traceText(
          await runReal(programOf(program), [], () => {
            throw new Error('No fault');
          }),
        ),
      );
    });

    it.each(HANDLING_PROGRAMS)('does what the client does whatever is refused: $name', async (program) => {
      const runs: Suffered[] = [];
      const tried = ordeals
        .flatMap((ordeal) => TIMES.map((times) => ({ ordeal, times })))
        .filter((trial) => !isOpen(use, program.name, trial));
      await inParallel(tried, WIDTH, async (trial) => {
        runs.push(await suffered(programOf(program), trial));
      });
      // A program that no refusal has reached has shown nothing.
      expect(runs.filter(({ trace }) => trace.deeds.some(({ fault }) => fault !== undefined))).not.toEqual(
        [],
      );
      // Only now: while a fake runs, there are no timers but its own.
      const differing: unknown[] = [];
      for (const one of runs) {
        let difference = await differenceOf(programOf(program), one);
        // What a machine with a lot to do has let take too long is otherwise when it is done alone.
        for (let attempt = 1; difference !== undefined && attempt <= ATTEMPTS; attempt += 1)
          difference = await differenceOf(programOf(program), await suffered(programOf(program), one));
        if (difference !== undefined) differing.push(difference);
      }
      expect(differing).toEqual([]);
    });
  });
}
