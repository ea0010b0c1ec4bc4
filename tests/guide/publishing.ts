import { expect, it } from 'vitest';
import type { ClientId } from '../../src/clients/index.js';
import { holds } from '../oracle/invariants.js';
import type { Fault, Trace } from '../oracle/trace.js';
import { endOf, failuresOf, firstErrorOf, told } from './guide-programs.js';

/** A program whose `publish` sends in one transaction, and what is there before the transaction begins. */
export interface Publisher {
  readonly client: ClientId;
  readonly runWith: (...faults: Fault[]) => Promise<Trace>;
  /** What is done when the program is loaded. */
  readonly loaded?: readonly string[];
  /** The row of a send's error after which an abort is refused for nothing but its own fault. */
  readonly refused?: string;
}

/** What holds of every such program, whatever begin, send and abort fail with. */
export function itPublishes({ client, runWith, loaded = [], refused }: Publisher): void {
  const failures = (operation: Fault['operation']): Fault[] => failuresOf(client, operation, 'promise');

  it('publishes', async () => {
    const trace = await runWith();

    expect(told(trace)).toEqual([...loaded, 'begin ok', 'send ok', 'commit ok']);
    expect(endOf(trace, 'publish').outcome).toBe('returned');
  });

  it.each(failures('begin'))('after $variant.row of the begin it does no more and fails', async (fault) => {
    const trace = await runWith(fault);

    expect(told(trace)).toEqual([...loaded, 'begin failed']);
    expect(endOf(trace, 'publish')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
  });

  it.each(failures('send'))(
    'after $variant.row of the send it aborts once, sends no more and fails with it',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace)).toEqual([
        ...loaded,
        'begin ok',
        'send failed',
        refused === undefined ? 'abort ok' : expect.stringMatching(/^abort (ok|failed)$/),
      ]);
      expect(endOf(trace, 'publish')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
    },
  );

  it.each(failures('abort'))('after $variant.row of the abort it tells of the send, too', async (fault) => {
    const sent = failures('send').find(({ variant }) => refused === undefined || variant.row === refused);
    if (!sent) throw new Error('No such error');
    const trace = await runWith(sent, fault);
    const { outcome, value } = endOf(trace, 'publish');

    expect(told(trace)).toEqual([...loaded, 'begin ok', 'send failed', 'abort failed']);
    expect([outcome, holds(value, firstErrorOf(trace))]).toEqual(['threw', true]);
  });
}

/** What holds of a program that leaves alone a transaction whose commit has failed. */
export function itGivesUpAfterCommit({ client, runWith }: Publisher): void {
  it.each(failuresOf(client, 'commit', 'promise'))(
    'after $variant.row of the commit it neither aborts nor sends again, and fails',
    async (fault) => {
      const trace = await runWith(fault);

      expect(told(trace)).toEqual(['begin ok', 'send ok', 'commit failed']);
      expect(endOf(trace, 'publish')).toEqual({ outcome: 'threw', value: firstErrorOf(trace) });
    },
  );
}
