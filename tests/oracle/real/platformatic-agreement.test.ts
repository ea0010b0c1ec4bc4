import * as platformatic from '@platformatic/kafka';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/clients/index.js';
import { isVariant } from '../../clients/observed-error.js';
import type { BackEnd } from '../back-end.js';
import { CLIENTS_IN_USE } from '../fakes/clients-in-use.js';
import { fakes } from '../fakes/index.js';
import { fakePlatformatic } from '../fakes/platformatic.js';
import { recordedPlatformatic, type PlatformaticProducer } from '../fakes/recorded-platformatic.js';
import { plainProgram, type Program } from '../program.js';
import { run, type Driver } from '../run.js';
import { traceText } from '../trace-text.js';
import type { Deed, Fault } from '../trace.js';
import type { RequestName } from './mock-cluster.js';
import { startAnsweringBroker, type AnsweringBroker } from './answering-broker.js';
import { HANDLING_PROGRAMS, QUIET_PROGRAMS } from './agreement-programs.js';
import { RefusedCalls, Setbacks, type SetbackOf } from './refused-calls.js';
import { NO_ROW, ordealsOf, type Ordeal } from './setback.js';

const profile = profileOf('platformatic');
const use = CLIENTS_IN_USE.find(({ client }) => client === 'platformatic');

const MAIN: Driver = {
  drive: (exports, running) => {
    running.call('main', exports['main'] as () => unknown);
  },
};

type Settings = Readonly<Record<string, unknown>>;
const RealProducer = platformatic.Producer as unknown as new (settings: Settings) => PlatformaticProducer;

/** The client's own producers, connected to the broker; consumers are the fake's. */
function realPlatformatic(broker: AnsweringBroker, setbackOf: SetbackOf): BackEnd {
  return {
    name: '@platformatic/kafka and a broker',
    time: 'real',
    open: (context) => {
      const setbacks = new Setbacks(context, broker, setbackOf);
      const producers: PlatformaticProducer[] = [];
      const producerClass = function (settings: Settings) {
        const producer = new RealProducer({
          ...settings,
          bootstrapBrokers: [broker.address],
          retries: 2,
          retryDelay: 1,
        });
        producers.push(producer);
        return recordedPlatformatic(producer, new RefusedCalls(context, 'platformatic', setbacks, false));
      };
      const module = { ...fakePlatformatic(context), Producer: producerClass };
      return {
        moduleOf: (specifier) => (specifier === '@platformatic/kafka' ? module : undefined),
        close: async () => {
          setbacks.disarm();
          await Promise.allSettled(producers.map((producer) => producer.close(true)));
        },
      };
    },
  };
}

/** The request of a call for offsets: the group comes first, then its offsets. */
const requestOf = ({ records }: Deed): RequestName =>
  records.includes('"group"') ? 'AddOffsetsToTxn' : 'TxnOffsetCommit';

/** One code of each kind that the client treats alike: retried or not, with stale metadata, fenced, unknown to its table. */
const ONE_OF_A_KIND = [3, 7, 14, 29, 47, 51, 90, 120, NO_ROW];

const TIMES: readonly Pick<Fault, 'occurrence' | 'repeats'>[] = [
  { occurrence: 1, repeats: 'once' },
  { occurrence: 2, repeats: 'once' },
  { occurrence: 1, repeats: 'always' },
];

const ordeals = (['begin', 'send', 'sendOffsets', 'commit', 'abort'] as const)
  .flatMap((operation) => ordealsOf(operation))
  .filter(({ code }) => ONE_OF_A_KIND.includes(code));

describe('the fake of @platformatic/kafka', () => {
  let broker: AnsweringBroker;
  beforeAll(async () => {
    broker = await startAnsweringBroker({ topic: 'topic', transactionalId: 'orders' });
  });
  afterAll(() => broker.stop());

  const programOf = ({ text }: { readonly text: string }) =>
    plainProgram('program.js', (use?.head ?? '') + text);
  const runFake = (program: Program, faults: readonly Fault[]) =>
    run(program, fakes, { driver: MAIN, faults });
  const runReal = (program: Program, faults: readonly Fault[], setbackOf: SetbackOf) =>
    run(program, realPlatformatic(broker, setbackOf), { driver: MAIN, faults });

  async function compare(
    program: Program,
    ordeal: Ordeal,
    times: (typeof TIMES)[number],
  ): Promise<{ refused: boolean; difference: unknown }> {
    const { operation, row, request, code } = ordeal;
    const variants = profile.variantsOf(operation, 'promise').filter((variant) => variant.row === row);
    const [anyVariant] = variants;
    if (!anyVariant) throw new Error(`${operation} has no ${row}`);
    const real = await runReal(program, [{ operation, ...times, variant: anyVariant }], (_, deed) => ({
      request: operation === 'sendOffsets' ? requestOf(deed) : request,
      code,
    }));
    const deed = real.deeds.find(({ fault }) => fault !== undefined);
    const shown = deed ? variants.find((variant) => isVariant(variant, deed.error)) : anyVariant;
    if (!shown) return { refused: true, difference: { ordeal, times, unexpected: deed?.error } };
    const fake = await runFake(program, [{ operation, ...times, variant: shown }]);
    const [ofFake, ofReal] = [traceText(fake), traceText(real)];
    const difference =
      ofFake.join('\n') === ofReal.join('\n') ? undefined : { ordeal, times, ofFake, ofReal };
    return { refused: deed !== undefined, difference };
  }

  it.each(QUIET_PROGRAMS)('does what the client does without an error: $name', async (program) => {
    const ofReal = await runReal(programOf(program), [], () => {
      throw new Error('No fault');
    });
    expect(traceText(await runFake(programOf(program), []))).toEqual(traceText(ofReal));
  });

  it.each(HANDLING_PROGRAMS)('does what the client does whatever is refused: $name', async (program) => {
    const differing: unknown[] = [];
    let refusals = 0;
    for (const ordeal of ordeals) {
      for (const times of TIMES) {
        const { refused, difference } = await compare(programOf(program), ordeal, times);
        if (refused) refusals += 1;
        if (difference !== undefined) differing.push(difference);
      }
    }
    // A program that no refusal has reached has shown nothing.
    expect(refusals).toBeGreaterThan(0);
    expect(differing).toEqual([]);
  });
});
