import { describe, expect, it } from 'vitest';
import { holds } from '../oracle/invariants.js';
import { fakes } from '../oracle/fakes/index.js';
import { run } from '../oracle/run.js';
import type { Fault } from '../oracle/trace.js';
import {
  calling,
  endOf,
  failuresOf,
  firstErrorOf,
  programsOf,
  programUnder,
  told,
} from './guide-programs.js';

const failures = (operation: Fault['operation'], repeats?: Fault['repeats']) =>
  failuresOf('rdkafka', operation, 'callback', repeats);
/** What produce throws, and what it only reports when the records are on their way. */
const thrown = failuresOf('rdkafka', 'send', 'sync');
const reported = failures('send').filter(
  ({ variant }) => !thrown.some((one) => JSON.stringify(one.variant) === JSON.stringify(variant)),
);

const says = (flag: string, { variant }: Fault): boolean => variant.layers[0].fields[flag] === true;
const isRetriable = (fault: Fault): boolean => says('isRetriable', fault);
const mustAbort = (fault: Fault): boolean => says('isTxnRequiresAbort', fault);

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

it('runs every program of the guide', () => {
  expect(programsOf('node-rdkafka').map(({ heading }) => heading)).toEqual([
    'The producer',
    'Reading, processing and writing',
    'With callbacks',
  ]);
});

describe('the producer', () => {
  const program = programUnder(programsOf('node-rdkafka'), 'The producer');
  const runWith = (...faults: Fault[]) => run(program, fakes, { driver: calling('start'), faults });

  it('initialises its transactions', async () => {
    const trace = await runWith();

    expect(told(trace)).toEqual(['init ok']);
    expect(endOf(trace, 'start').outcome).toBe('returned');
  });

  it.each(failures('init'))(
    'after $variant.row tries again if the error says so, and fails if not',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace)).toEqual(isRetriable(fault) ? ['init failed', 'init ok'] : ['init failed']);
      expect(endOf(trace, 'start').outcome).toBe(isRetriable(fault) ? 'returned' : 'threw');
    },
  );

  it.each(failures('init', 'always').filter(isRetriable))(
    'gives up on $variant.row in the end',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace)).toEqual(times(5, 'init failed'));
      expect(endOf(trace, 'start').outcome).toBe('threw');
    },
  );
});

/** Makes a producer that is ready, and a consumer. */
const READY = `
import rdkafka from 'node-rdkafka';
import { promisify as promised } from 'node:util';
async function ready() {
  const producer = new rdkafka.Producer({ 'transactional.id': 'payments-0' });
  const consumer = new rdkafka.KafkaConsumer({ 'group.id': 'payments' }, {});
  await promised(producer.connect.bind(producer))({});
  await promised(producer.initTransactions.bind(producer))(1000);
  return { producer, consumer };
}
`;

/** What there is in both programs that write: how far they get, and what an abort answers to the error before it. */
const BEGUN = ['init ok', 'begin ok'];
const ABORT = expect.stringMatching(/^abort (ok|failed)$/) as string;

describe('reading, processing and writing', () => {
  const program = programUnder(
    programsOf(
      'node-rdkafka',
      `${READY}
export async function main(orders) {
  const { producer, consumer } = await ready();
  await createPayments(producer, consumer)(orders);
}`,
    ),
    'Reading, processing and writing',
  );
  const order = {
    topic: 'orders',
    partition: 0,
    offset: 41,
    key: 'customer',
    value: Buffer.from('an order'),
  };
  const runWith = (...faults: Fault[]) => run(program, fakes, { driver: calling('main', [order]), faults });
  const SENT = [...BEGUN, 'send ok', 'sendOffsets ok'];

  it('commits what it has written with the next offset', async () => {
    const trace = await runWith();

    expect(told(trace)).toEqual([...SENT, 'commit ok']);
    expect(trace.deeds.find(({ operation }) => operation === 'sendOffsets')?.records).toEqual([
      '[{topic:"orders",partition:0,offset:42}]',
    ]);
    expect(endOf(trace, 'main').outcome).toBe('returned');
  });

  it.each(failures('begin'))('after $variant.row of the begin it does no more and fails', async (fault) => {
    const trace = await runWith(fault);

    expect(told(trace)).toEqual(['init ok', 'begin failed']);
    expect(endOf(trace, 'main')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
  });

  it.each([...thrown, ...failures('sendOffsets')])(
    'after $variant.row of the $operation it aborts once and fails with it',
    async (fault) => {
      const trace = await runWith(fault);
      const before = fault.operation === 'send' ? BEGUN : [...BEGUN, 'send ok'];

      expect(told(trace)).toEqual([...before, `${fault.operation} failed`, ABORT]);
      expect(endOf(trace, 'main').outcome).toBe('threw');
      expect(holds(endOf(trace, 'main').value, firstErrorOf(trace))).toBe(true);
    },
  );

  it.each(reported)(
    'after $variant.row of a record on its way it commits nothing and fails',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace).slice(0, 3)).toEqual([...BEGUN, 'send ok']);
      expect(told(trace)).not.toContain('commit ok');
      expect(told(trace).filter((one) => one === 'abort ok')).toHaveLength(
        trace.deeds.some(
          ({ error }) => (error as { isTxnRequiresAbort?: unknown } | undefined)?.isTxnRequiresAbort === true,
        )
          ? 1
          : 0,
      );
      expect(endOf(trace, 'main').outcome).toBe('threw');
      expect(holds(endOf(trace, 'main').value, firstErrorOf(trace))).toBe(true);
    },
  );

  it.each(failures('commit'))(
    'after $variant.row of the commit it aborts or resumes if the error says so, and never sends again',
    async (fault) => {
      const trace = await runWith(fault);
      const then = mustAbort(fault) ? ['abort ok'] : isRetriable(fault) ? ['commit ok'] : [];

      expect(told(trace)).toEqual([...SENT, 'commit failed', ...then]);
      if (isRetriable(fault)) expect(endOf(trace, 'main').outcome).toBe('returned');
      else expect(endOf(trace, 'main')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
    },
  );

  it.each(failures('commit', 'always').filter(isRetriable))(
    'gives up and fails when the commit fails with $variant.row for ever',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace)).toEqual([...SENT, ...times(5, 'commit failed')]);
      expect(endOf(trace, 'main').outcome).toBe('threw');
    },
  );

  const refused = failures('sendOffsets').find(
    ({ variant }) => variant.row === 'GroupAuthorizationException',
  );
  it.each(failures('abort'))(
    'after $variant.row of the abort it resumes it if the error says so, and always fails with what led to it',
    async (fault) => {
      if (!refused) throw new Error('No such error');
      const trace = await runWith(refused, fault);
      const { outcome, value } = endOf(trace, 'main');

      expect(told(trace).slice(3)).toEqual([
        'sendOffsets failed',
        'abort failed',
        ...(isRetriable(fault) ? ['abort ok'] : []),
      ]);
      expect(outcome).toBe('threw');
      expect(value === firstErrorOf(trace)).toBe(isRetriable(fault));
      expect(holds(value, firstErrorOf(trace))).toBe(true);
    },
  );

  it.each(failures('abort', 'always').filter(isRetriable))(
    'gives up and tells of both errors when the abort fails with $variant.row for ever',
    async (fault) => {
      if (!refused) throw new Error('No such error');
      const trace = await runWith(refused, fault);
      const { outcome, value } = endOf(trace, 'main');

      expect(told(trace).slice(4)).toEqual(times(5, 'abort failed'));
      expect([outcome, holds(value, firstErrorOf(trace))]).toEqual(['threw', true]);
      expect(holds(value, trace.deeds.at(-1)?.error)).toBe(true);
    },
  );
});

describe('with callbacks', () => {
  const program = programUnder(
    programsOf(
      'node-rdkafka',
      `${READY}
export async function main(value) {
  const { producer } = await ready();
  await promised(publish)(producer, value);
}`,
    ),
    'With callbacks',
  );
  const runWith = (...faults: Fault[]) =>
    run(program, fakes, { driver: calling('main', Buffer.from('an order')), faults });

  it('publishes', async () => {
    const trace = await runWith();

    expect(told(trace)).toEqual([...BEGUN, 'send ok', 'commit ok']);
    expect(endOf(trace, 'main').outcome).toBe('returned');
  });

  it.each(failures('begin'))('after $variant.row of the begin it does no more and fails', async (fault) => {
    const trace = await runWith(fault);

    expect(told(trace)).toEqual(['init ok', 'begin failed']);
    expect(endOf(trace, 'main')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
  });

  it.each(thrown)('after $variant.row of the send it aborts once and fails with it', async (fault) => {
    const trace = await runWith(fault);

    expect(told(trace)).toEqual([...BEGUN, 'send failed', ABORT]);
    expect(endOf(trace, 'main')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
  });

  it.each(reported)(
    'after $variant.row of a record on its way it commits nothing and fails',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace).slice(0, 4)).toEqual([...BEGUN, 'send ok', 'commit failed']);
      expect([[], ['abort ok']]).toContainEqual(told(trace).slice(4));
      expect(endOf(trace, 'main')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
    },
  );

  it.each(failures('commit'))(
    'after $variant.row of the commit it aborts or resumes if the error says so, and never sends again',
    async (fault) => {
      const trace = await runWith(fault);
      const then = mustAbort(fault) ? ['abort ok'] : isRetriable(fault) ? ['commit ok'] : [];

      expect(told(trace)).toEqual([...BEGUN, 'send ok', 'commit failed', ...then]);
      if (isRetriable(fault)) expect(endOf(trace, 'main').outcome).toBe('returned');
      else expect(endOf(trace, 'main')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
    },
  );

  it.each(failures('commit', 'always').filter(isRetriable))(
    'gives up and fails when the commit fails with $variant.row for ever',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace)).toEqual([...BEGUN, 'send ok', ...times(5, 'commit failed')]);
      expect(endOf(trace, 'main').outcome).toBe('threw');
    },
  );

  it.each(failures('abort'))(
    'after $variant.row of the abort it fails with what led to it',
    async (fault) => {
      const [first] = failures('commit').filter(mustAbort);
      if (!first) throw new Error('No such error');
      const trace = await runWith(first, fault);

      expect(told(trace).slice(3)).toEqual(['commit failed', 'abort failed']);
      expect(endOf(trace, 'main')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
    },
  );
});
