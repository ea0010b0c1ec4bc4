import { assign, fromPromise, setup } from 'xstate';
import type { Producer, Transaction } from 'kafkajs';
import type { Order } from './order';

interface Ctx {
  producer: Producer;
  order: Order;
  tx?: Transaction;
  error?: unknown;
}

export const orderMachine = setup({
  types: { context: {} as Ctx, input: {} as { producer: Producer; order: Order } },
  actors: {
    begin: fromPromise<Transaction, Producer>(({ input }) => input.transaction()),
    send: fromPromise<void, { tx: Transaction; order: Order }>(async ({ input: { tx, order } }) => {
      await tx.send({ topic: 'orders.placed', messages: [{ key: order.id, value: JSON.stringify(order) }] });
      await tx.send({ topic: 'orders.lines', messages: order.lines.map((l) => ({ key: order.id, value: l.sku })) });
    }),
    commit: fromPromise<void, Transaction>(({ input }) => input.commit()),
    abort: fromPromise<void, Transaction>(({ input }) => input.abort()),
  },
  actions: {
    keepError: assign({ error: ({ event }) => (event as unknown as { error: unknown }).error }),
  },
}).createMachine({
  id: 'order',
  initial: 'beginning',
  context: ({ input }) => ({ ...input }),
  output: ({ context }) => ({ ok: context.error === undefined, error: context.error }),
  states: {
    beginning: {
      invoke: {
        src: 'begin',
        input: ({ context }) => context.producer,
        onDone: { target: 'sending', actions: assign({ tx: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepError' },
      },
    },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context }) => ({ tx: context.tx!, order: context.order }),
        onDone: 'committing',
        onError: { target: 'aborting', actions: 'keepError' },
      },
    },
    // the error of the send stays in the context, whatever the abort says
    aborting: { invoke: { src: 'abort', input: ({ context }) => context.tx!, onDone: 'failed', onError: 'failed' } },
    committing: {
      invoke: {
        src: 'commit',
        input: ({ context }) => context.tx!,
        onDone: 'placed',
        onError: { target: 'failed', actions: 'keepError' },
      },
    },
    placed: { type: 'final' },
    failed: { type: 'final' },
  },
});
