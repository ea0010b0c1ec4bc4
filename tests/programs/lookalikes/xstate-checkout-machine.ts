import { assign, createActor, fromPromise, setup } from 'xstate';
import { commit, reserve, rollback } from './checkout-api';

export const checkout = setup({
  types: { context: {} as { transaction?: string; attempts: number } },
  actors: {
    begin: fromPromise(() => reserve()),
    commit: fromPromise(({ input }: { input: string }) => commit(input)),
    abort: fromPromise(({ input }: { input: string }) => rollback(input)),
  },
  guards: { maySendAgain: ({ context }) => context.attempts < 3 },
}).createMachine({
  context: { attempts: 0 },
  initial: 'beginning',
  states: {
    beginning: {
      invoke: {
        src: 'begin',
        onDone: { target: 'committing', actions: assign({ transaction: ({ event }) => event.output }) },
        onError: 'failed',
      },
    },
    committing: {
      entry: assign({ attempts: ({ context }) => context.attempts + 1 }),
      invoke: {
        src: 'commit',
        input: ({ context }) => context.transaction!,
        onDone: 'done',
        onError: [{ guard: 'maySendAgain', target: 'committing' }, { target: 'aborting' }],
      },
    },
    aborting: {
      invoke: {
        src: 'abort',
        input: ({ context }) => context.transaction!,
        onDone: 'failed',
        onError: 'aborting',
      },
    },
    done: { type: 'final' },
    failed: { type: 'final' },
  },
});

export const start = () => createActor(checkout).start();
