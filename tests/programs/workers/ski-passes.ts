import { Kafka, logLevel } from 'kafkajs';
import type { Context } from 'koa';

const producer = new Kafka({
  clientId: 'ski-passes',
  brokers: ['kafka:9092'],
  logLevel: logLevel.WARN,
}).producer({ transactionalId: 'ski-passes-0', idempotent: true, maxInFlightRequests: 1 });

interface Pass {
  skier: string;
  days: number;
  resort: string;
}

export async function sellPass(ctx: Context): Promise<void> {
  const pass = ctx.request.body as Pass;
  const value = JSON.stringify(pass);

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'ski.passes', messages: [{ key: pass.skier, value }] });
    await tx.send({ topic: `ski.resorts.${pass.resort}`, messages: [{ key: pass.skier, value }] });
    await tx.commit();
  } catch (err) {
    // Not active any more means that the commit was attempted, whatever came of it.
    if (tx.isActive()) {
      await tx.abort().catch((abortErr) => ctx.log.error({ abortErr }, 'pass not rolled back'));
    }
    throw err;
  }

  ctx.status = 201;
  ctx.body = { skier: pass.skier, validDays: pass.days };
}

export const lifecycle = {
  up: () => producer.connect(),
  down: () => producer.disconnect(),
} satisfies Record<'up' | 'down', () => Promise<void>>;
