import { describe, expect, it } from 'vitest';
import { fakes } from '../oracle/fakes/index.js';
import { run } from '../oracle/run.js';
import type { Fault } from '../oracle/trace.js';
import { calling, CONSUMED, endOf, failuresOf, programsOf, programUnder, told } from './guide-programs.js';
import { itGivesUpAfterCommit, itPublishes } from './publishing.js';

const programs = programsOf('platformatic');

const failures = (operation: Fault['operation'], repeats?: Fault['repeats']) =>
  failuresOf('platformatic', operation, 'promise', repeats);

const PUBLISHING = 'Publishing';
const WITH_NEW_PRODUCERS = 'Reading, processing and writing, with a new producer for one that is done for';

it('runs every program of the guide', () => {
  expect(programs.map(({ heading }) => heading)).toEqual([PUBLISHING, WITH_NEW_PRODUCERS]);
});

describe('publishing', () => {
  const program = programUnder(programs, PUBLISHING);
  const runWith = (...faults: Fault[]) =>
    run(program, fakes, { driver: calling('publish', 'an order'), faults });

  itPublishes({ client: 'platformatic', runWith });
  itGivesUpAfterCommit({ client: 'platformatic', runWith });
});

describe('reading, processing and writing, with a new producer for one that is done for', () => {
  const program = programUnder(programs, WITH_NEW_PRODUCERS);
  const runWith = (...faults: Fault[]) =>
    run(program, fakes, { driver: calling('run'), faults, consumed: [CONSUMED] });
  const WORK = ['begin ok', 'sendOffsets ok', 'send ok', 'sendOffsets ok', 'commit ok'];
  const producersOf = (
    { deeds }: Awaited<ReturnType<typeof runWith>>,
    operation: Fault['operation'],
  ): number[] => deeds.filter((deed) => deed.operation === operation).map(({ producer }) => producer);

  it('commits what it has written with the offset, and closes its producer in the end', async () => {
    const trace = await runWith();

    expect(told(trace)).toEqual(WORK);
    expect(producersOf(trace, 'close')).toEqual([1]);
    expect(endOf(trace, 'run').outcome).toBe('returned');
  });

  /** The first and the second of the calls that the operation has. */
  const everyFailure = (['begin', 'send', 'sendOffsets', 'commit'] as const).flatMap((operation) =>
    failures(operation).flatMap((fault) => [
      fault,
      ...(operation === 'sendOffsets' ? [{ ...fault, occurrence: 2 }] : []),
    ]),
  );

  it.each(everyFailure)(
    'after $variant.row of a $operation it aborts once if need be, and works with another producer',
    async (fault) => {
      const trace = await runWith(fault);
      const { operation } = fault;
      const isToBeAborted = operation === 'send' || operation === 'sendOffsets';
      const later = told(trace).slice(told(trace).indexOf(`${operation} failed`) + 1);

      expect(later).toEqual([...(isToBeAborted ? ['abort ok'] : []), ...WORK]);
      expect(producersOf(trace, 'close')).toEqual([1, 2]);
      expect(producersOf(trace, 'begin')).toEqual([1, 2]);
      expect(endOf(trace, 'run').outcome).toBe('returned');
    },
  );

  it.each(failures('abort'))(
    'works with another producer after $variant.row of the abort, too',
    async (fault) => {
      const [sent] = failures('send');
      if (!sent) throw new Error('No such error');
      const trace = await runWith(sent, fault);

      expect(told(trace)).toEqual(['begin ok', 'sendOffsets ok', 'send failed', 'abort failed', ...WORK]);
      expect(producersOf(trace, 'close')).toEqual([1, 2]);
      expect(endOf(trace, 'run').outcome).toBe('returned');
    },
  );

  it.each([...failures('begin', 'always'), ...failures('commit', 'always')])(
    'gives up on $variant.row of every $operation in the end, with every producer closed',
    async (fault) => {
      const trace = await runWith(fault);

      expect(producersOf(trace, fault.operation)).toEqual([1, 2, 3, 4, 5]);
      expect(producersOf(trace, 'close')).toEqual([1, 2, 3, 4, 5]);
      expect(endOf(trace, 'run')).toEqual({ outcome: 'threw', value: trace.deeds.at(-2)?.error });
    },
  );
});
