import { describe, expect, it } from 'vitest';
import { fakes } from '../oracle/fakes/index.js';
import { run, type Driver } from '../oracle/run.js';
import type { Fault } from '../oracle/trace.js';
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
import { itGivesUpAfterCommit, itPublishes } from './publishing.js';

/** A client of NestJS's, for the service of the guide. */
const NEST = `
import { ClientKafka as NestClient } from '@nestjs/microservices';
export async function publish([{ value }]) {
  const client = new NestClient({
    producer: { transactionalId: 'orders-0', idempotent: true, maxInFlightRequests: 1 },
    producerOnlyMode: true,
  });
  await client.connect();
  await new Orders(client).publish(value);
}`;

const programs = programsOf('kafkajs');
const nest = programUnder(programsOf('kafkajs', NEST), 'NestJS');

const failures = (operation: Fault['operation']) => failuresOf('kafkajs', operation, 'promise');

it('runs every program of the guide but the one that only makes a producer', () => {
  expect(programs.map(({ heading }) => heading)).toEqual([
    'The producer',
    'Publishing',
    'Reading, processing and writing',
    'A producer in place of one that is done for',
    'NestJS',
  ]);
});

describe.each([
  { heading: 'Publishing', program: programUnder(programs, 'Publishing') },
  {
    heading: 'A producer in place of one that is done for',
    program: programUnder(programs, 'A producer in place of one that is done for'),
  },
  { heading: 'NestJS', program: nest },
])('$heading', ({ program }) => {
  const runWith = (...faults: Fault[]) =>
    run(program, fakes, { driver: calling('publish', [{ value: 'an order' }]), faults });

  itPublishes({ client: 'kafkajs', runWith });
  itGivesUpAfterCommit({ client: 'kafkajs', runWith });
});

describe('reading, processing and writing', () => {
  const program = programUnder(programs, 'Reading, processing and writing');
  const runWith = (...faults: Fault[]) =>
    run(program, fakes, { driver: calling('run'), faults, consumed: [CONSUMED] });
  const WORK = ['begin ok', 'send ok', 'sendOffsets ok', 'commit ok'];

  it('commits what it has written with the next offset', async () => {
    const trace = await runWith();

    expect(told(trace)).toEqual(WORK);
    expect(trace.deeds.find(({ operation }) => operation === 'sendOffsets')?.records[0]).toContain(
      'offset:"42"',
    );
    expect(trace.exit).toBeUndefined();
  });

  it.each([...failures('send'), ...failures('sendOffsets')])(
    'after $variant.row of the $operation it aborts once, and reads again or ends the process',
    async (fault) => {
      const trace = await runWith(fault);
      const before = fault.operation === 'send' ? WORK.slice(0, 1) : WORK.slice(0, 2);
      const isReadAgain = trace.exit === undefined;

      expect(told(trace)).toEqual([
        ...before,
        `${fault.operation} failed`,
        'abort ok',
        ...(isReadAgain ? WORK : []),
      ]);
      expect(isReadAgain).toBe(
        (firstErrorOf(trace) as { retriable?: unknown }).retriable !== false &&
          !(firstErrorOf(trace) instanceof TypeError),
      );
    },
  );

  it.each(failures('commit'))(
    'after $variant.row of the commit it neither aborts nor sends again, and the process ends',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace).slice(0, 4)).toEqual([...WORK.slice(0, 3), 'commit failed']);
      expect([...new Set(told(trace).slice(4))].filter((one) => one !== 'begin failed')).toEqual([]);
      expect(trace.exit?.code).toBe(1);
    },
  );
});

describe('a producer in place of one that is done for', () => {
  const program = programUnder(programs, 'A producer in place of one that is done for');
  const twice: Driver = {
    drive: (exports, running) => {
      const publish = exports['publish'] as (messages: unknown) => Promise<void>;
      running.call('publish', async () => {
        await publish([{ value: 'an order' }]).catch(() => undefined);
        await publish([{ value: 'another' }]);
      });
    },
  };

  it.each(failures('commit'))('publishes the next after $variant.row of a commit', async (fault) => {
    const trace = await run(program, fakes, { driver: twice, faults: [fault] });
    const producers = trace.deeds
      .filter(({ operation }) => operation === 'begin')
      .map(({ producer }) => producer);

    expect(told(trace).slice(3)).toEqual(['begin ok', 'send ok', 'commit ok']);
    expect(new Set(producers).size).toBe(2);
    expect(endOf(trace, 'publish').outcome).toBe('returned');
  });
});
