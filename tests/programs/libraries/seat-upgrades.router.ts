import { TRPCError, initTRPC } from '@trpc/server';
import { z } from 'zod';
import { Kafka, type Producer } from 'kafkajs';
import type { Context } from './context';

const t = initTRPC.context<Context>().create();

const upgrade = z.object({ booking: z.string().uuid(), from: z.string(), to: z.string() });

const producer: Producer = new Kafka({ clientId: 'upgrades', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'seat-upgrades',
  idempotent: true,
  maxInFlightRequests: 1,
});

const unavailable = (cause: unknown) =>
  new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'upgrade not recorded', cause });

export const upgradesRouter = t.router({
  request: t.procedure.input(upgrade).mutation(async ({ input, ctx }) => {
    const tx = await producer.transaction().catch((cause) => {
      throw unavailable(cause);
    });

    const sent = await tx
      .send({ topic: 'seats.upgrades', messages: [{ key: input.booking, value: JSON.stringify(input) }] })
      .then(
        () => ({ ok: true as const }),
        (cause: unknown) => ({ ok: false as const, cause }),
      );

    if (!sent.ok) {
      await tx.abort().catch((abortErr) => ctx.log.error({ abortErr }, 'upgrade not rolled back'));
      throw unavailable(sent.cause);
    }
    await tx.commit();
    return { booking: input.booking, seat: input.to };
  }),
});
