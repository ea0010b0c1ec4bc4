import { describe, expect, it } from 'vitest';
import { LIBRDKAFKA_CODES } from '../../src/clients/codes/librdkafka.js';
import { fakes } from '../oracle/fakes/index.js';
import { run, type Driver } from '../oracle/run.js';
import type { Fault, Trace } from '../oracle/trace.js';
import {
  calling,
  CONSUMED,
  endOf,
  failuresOf,
  firstErrorOf,
  programsOf,
  programUnder,
  told,
} from './guide-programs.js';
import { itPublishes } from './publishing.js';

const programs = programsOf('confluent');

const failures = (operation: Fault['operation'], repeats?: Fault['repeats']) =>
  failuresOf('confluent', operation, 'promise', repeats);

const isTimeOut = ({ variant }: Fault): boolean =>
  variant.layers[0].fields['code'] === LIBRDKAFKA_CODES.ERR__TIMED_OUT;

it('runs every program of the guide', () => {
  expect(programs.map(({ heading }) => heading)).toEqual([
    'Publishing',
    'Reading, processing and writing',
    'A producer in place of one that is done for',
  ]);
});

describe('publishing', () => {
  const program = programUnder(programs, 'Publishing');
  const driver = calling('publish', [{ value: 'an order' }]);
  const runWith = (...faults: Fault[]) => run(program, fakes, { driver, faults });

  itPublishes({ client: 'confluent', runWith, loaded: ['init ok'], refused: 'InvalidRecordException' });

  it.each(failures('init'))('is not loaded after $variant.row of the connect', async (fault) => {
    const trace = await runWith(fault);

    expect(told(trace)).toEqual(['init failed']);
    expect(endOf(trace, 'top level').outcome).toBe('threw');
  });

  it.each(failures('commit'))(
    'after $variant.row of the commit it neither aborts nor sends again, and resumes a time-out',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace).slice(0, 4)).toEqual(['init ok', 'begin ok', 'send ok', 'commit failed']);
      if (!isTimeOut(fault)) {
        expect(told(trace)).toHaveLength(4);
        expect(endOf(trace, 'publish')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
      } else {
        expect(told(trace).slice(4)).toEqual(['commit ok']);
        expect(endOf(trace, 'publish').outcome).toBe('returned');
      }
    },
  );

  it.each(failures('commit', 'always').filter(isTimeOut))(
    'gives up and fails when the commit times out for ever',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace).slice(3)).toEqual(['commit failed', 'commit failed', 'commit failed']);
      expect(endOf(trace, 'publish').outcome).toBe('threw');
    },
  );
});

describe('reading, processing and writing', () => {
  const program = programUnder(programs, 'Reading, processing and writing');
  const runWith = (...faults: Fault[]) =>
    run(program, fakes, { driver: calling('run'), faults, consumed: [CONSUMED] });
  const START = ['init ok', 'begin ok'];

  it('commits what it has written with the next offset', async () => {
    const trace = await runWith();

    expect(told(trace)).toEqual([...START, 'send ok', 'sendOffsets ok', 'commit ok']);
    expect(trace.deeds.find(({ operation }) => operation === 'sendOffsets')?.records).toEqual([
      '[{topic:"orders",partitions:[{partition:0,offset:"42"}]}]',
    ]);
    expect(trace.exit).toBeUndefined();
  });

  it.each(failures('init'))('does not start after $variant.row of the connect', async (fault) => {
    const trace = await runWith(fault);

    expect(told(trace)).toEqual(['init failed']);
    expect(endOf(trace, 'run')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
  });

  it.each([...failures('send'), ...failures('sendOffsets')])(
    'after $variant.row of the $operation it aborts once, and the process ends',
    async (fault) => {
      const trace = await runWith(fault);
      const before = fault.operation === 'send' ? START : [...START, 'send ok'];

      expect(told(trace)).toEqual([
        ...before,
        `${fault.operation} failed`,
        expect.stringMatching(/^abort (ok|failed)$/),
      ]);
      expect(trace.exit?.code).toBe(1);
    },
  );

  it.each([...failures('begin'), ...failures('commit')])(
    'after $variant.row of the $operation it does no more, and the process ends',
    async (fault) => {
      const trace = await runWith(fault);
      const before = fault.operation === 'begin' ? ['init ok'] : [...START, 'send ok', 'sendOffsets ok'];

      expect(told(trace)).toEqual([...before, `${fault.operation} failed`]);
      expect(trace.exit?.code).toBe(1);
    },
  );
});

describe('a producer in place of one that is done for', () => {
  const program = programUnder(programs, 'A producer in place of one that is done for');
  const twice: Driver = {
    drive: (exports, running) => {
      const publish = exports['publish'] as (messages: unknown) => Promise<void>;
      running.call('first', () => publish([{ value: 'an order' }]));
      running.call('second', async () => {
        while (running.recorder.entries.find(({ name }) => name === 'first')?.outcome === 'pending')
          await new Promise((resolve) => setTimeout(resolve, 1));
        await publish([{ value: 'another' }]);
      });
    },
  };
  const runWith = (...faults: Fault[]) => run(program, fakes, { driver: twice, faults });
  const producersOf = ({ deeds }: Trace, operation: Fault['operation']): number[] =>
    deeds.filter((deed) => deed.operation === operation).map(({ producer }) => producer);

  it('publishes with one producer', async () => {
    const trace = await runWith();
    const once = ['begin ok', 'send ok', 'commit ok'];

    expect(told(trace)).toEqual(['init ok', ...once, ...once]);
    expect(producersOf(trace, 'begin')).toEqual([1, 1]);
    expect(producersOf(trace, 'close')).toEqual([]);
  });

  it.each([...failures('init'), ...failures('begin'), ...failures('send'), ...failures('commit')])(
    'after $variant.row of a $operation it closes the producer, fails, and publishes the next with another',
    async (fault) => {
      const trace = await runWith(fault);

      expect(endOf(trace, 'first')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
      expect(producersOf(trace, 'close')).toEqual([1]);
      expect(told(trace).slice(-4)).toEqual(['init ok', 'begin ok', 'send ok', 'commit ok']);
      expect(producersOf(trace, 'commit').at(-1)).toBe(2);
      expect(endOf(trace, 'second').outcome).toBe('returned');
    },
  );
});
