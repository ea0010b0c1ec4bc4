import { afterAll, beforeAll, expect, it } from 'vitest';
import { profileOf, type ErrorVariant } from '../../../src/clients/index.js';
import { isVariant } from '../../clients/observed-error.js';
import { fakes } from '../fakes/index.js';
import { plainProgram, type Program } from '../program.js';
import { run, type Driver } from '../run.js';
import type { Fault, Trace } from '../trace.js';
import { traceText } from '../trace-text.js';
import { realKafkajs, type SetbackOf } from './kafkajs-back-end.js';
import { HANDLING_PROGRAMS, QUIET_PROGRAMS } from './kafkajs-programs.js';
import { describeOnMockCluster } from './mock-cluster-suite.js';
import { CONNECTION_LOST, startMockCluster, type MockCluster } from './mock-cluster.js';
import { NO_ROW, ordealsOf, type AskedOperation, type Ordeal } from './setback.js';

const profile = profileOf('kafkajs');

const MAIN: Driver = {
  drive: (exports, running) => {
    running.call('main', exports['main'] as () => unknown);
  },
};

const OPERATIONS: readonly AskedOperation[] = ['begin', 'send', 'sendOffsets', 'commit', 'abort'];

/**
 * One code of each kind that the client treats alike: retried by whom, known to its table or not. Every row is met by the first
 * program, and by all of them when `PROVE` is `all`.
 */
const ONE_OF_A_KIND = [7, 3, 16, 51, 47, 90, NO_ROW, CONNECTION_LOST];
const isLong = process.env['PROVE'] === 'all';

/** Which call of the operation fails, and how often. */
const TIMES: readonly Pick<Fault, 'occurrence' | 'repeats'>[] = [
  { occurrence: 1, repeats: 'once' },
  { occurrence: 2, repeats: 'once' },
  { occurrence: 1, repeats: 'always' },
];

const NO_SETBACK: SetbackOf = () => undefined;

describeOnMockCluster('the fake of kafkajs', () => {
  let cluster: MockCluster;
  beforeAll(() => {
    cluster = startMockCluster();
    cluster.createTopic('topic');
  });
  afterAll(() => cluster.stop());

  const runFake = (program: Program, faults: readonly Fault[]) =>
    run(program, fakes, { driver: MAIN, faults });
  const runReal = (program: Program, faults: readonly Fault[], setbackOf: SetbackOf) =>
    run(program, realKafkajs(cluster, setbackOf), { driver: MAIN, faults });

  /** Whether a broker refused something, and where the run with the fake differs from that with the client. */
  async function compare(
    program: Program,
    ordeal: Ordeal,
    times: (typeof TIMES)[number],
  ): Promise<{ refused: boolean; difference: unknown }> {
    const { operation, row, request, code } = ordeal;
    const faultWith = (variant: ErrorVariant): Fault => ({ operation, ...times, variant });
    const variants = profile.variantsOf(operation, 'promise').filter((variant) => variant.row === row);
    const [anyVariant] = variants;
    if (!anyVariant) throw new Error(`${operation} has no ${row}`);
    // A send outside of the transaction adds no partitions to it.
    const real = await runReal(program, [faultWith(anyVariant)], (_, { transaction }) => ({
      request: operation === 'send' && transaction === undefined ? 'Produce' : request,
      code,
    }));
    const deed = real.deeds.find(({ fault }) => fault !== undefined);
    const shown = deed && variants.find((variant) => isVariant(variant, deed.error));
    if (deed && !shown) return { refused: true, difference: { ordeal, times, unexpected: deed.error } };
    const fake = await runFake(program, [faultWith(shown ?? anyVariant)]);
    return { refused: deed !== undefined, difference: differenceOf(fake, real, { ordeal, times }) };
  }

  function differenceOf(fake: Trace, real: Trace, about: object): unknown {
    const [ofFake, ofReal] = [traceText(fake), traceText(real)];
    return ofFake.join('\n') === ofReal.join('\n') ? undefined : { ...about, ofFake, ofReal };
  }

  it.each([...HANDLING_PROGRAMS, ...QUIET_PROGRAMS])(
    'does what the client does without an error: $name',
    async ({ text }) => {
      const program = plainProgram('program.js', text);
      expect(traceText(await runFake(program, []))).toEqual(
        traceText(await runReal(program, [], NO_SETBACK)),
      );
    },
  );

  it.each(HANDLING_PROGRAMS)(
    'does what the client does whatever is refused: $name',
    async ({ name, text }) => {
      const program = plainProgram('program.js', text);
      const differing: unknown[] = [];
      let refusals = 0;
      for (const operation of OPERATIONS) {
        for (const ordeal of ordealsOf(operation)) {
          if (!isLong && name !== HANDLING_PROGRAMS[0]?.name && !ONE_OF_A_KIND.includes(ordeal.code))
            continue;
          for (const times of TIMES) {
            const { refused, difference } = await compare(program, ordeal, times);
            if (refused) refusals += 1;
            if (difference !== undefined) differing.push(difference);
          }
        }
      }
      // A program that no refusal has reached has shown nothing.
      expect(refusals).toBeGreaterThan(0);
      expect(differing).toEqual([]);
    },
  );

  it('does what the client does when the end of a transaction is refused, too, whose records were refused', async () => {
    const epoch = ({ row }: ErrorVariant) => row === 'InvalidProducerEpochException';
    const faults = (['send', 'commit'] as const).flatMap((operation) =>
      profile
        .variantsOf(operation, 'promise')
        .filter(epoch)
        .slice(0, 1)
        .map((variant) => ({ operation, occurrence: 1, repeats: 'once', variant }) as const),
    );
    const swallowing = HANDLING_PROGRAMS.find(
      ({ name }) => name === 'commits without the records that were refused',
    );
    const program = plainProgram('program.js', swallowing?.text ?? '');
    const real = await runReal(program, faults, (_, { operation }) => ({
      request: operation === 'send' ? 'Produce' : 'EndTxn',
      code: 47,
    }));
    expect(real.deeds.filter(({ fault }) => fault !== undefined)).toHaveLength(2);
    expect(traceText(await runFake(program, faults))).toEqual(traceText(real));
  });
});
