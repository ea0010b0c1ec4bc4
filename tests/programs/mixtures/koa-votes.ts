import Router from '@koa/router';
import type { Context } from 'koa';
import { Kafka, KafkaJSProtocolError } from 'kafkajs';

const kafka = new Kafka({ clientId: 'votes', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'votes-eu-1', idempotent: true, maxInFlightRequests: 1 });

interface Vote {
  poll: string;
  option: number;
  voter: string;
}

const enum Status {
  Accepted = 202,
  TooLarge = 413,
  Unavailable = 503,
}

/** ctx.throw() raises an HttpError, which Koa's error handler reports with its cause. */
function refuse(ctx: Context, cause: unknown): never {
  const tooLarge = cause instanceof KafkaJSProtocolError && cause.type === 'MESSAGE_TOO_LARGE';
  return ctx.throw(tooLarge ? Status.TooLarge : Status.Unavailable, 'vote not counted', { cause });
}

export const router = new Router({ prefix: '/votes' });

router.post('/', async (ctx) => {
  const vote = ctx.request.body as Vote;
  ctx.assert(Number.isInteger(vote.option), 400, 'option must be a number');

  const tx = await producer.transaction().catch((err: unknown) => refuse(ctx, err));

  try {
    await tx.send({ topic: 'votes.cast', messages: [{ key: vote.poll, value: String(vote.option) }] });
    await tx.send({ topic: 'voters.seen', messages: [{ key: vote.voter, value: vote.poll }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      ctx.app.emit('error', abortErr, ctx);
    }
    refuse(ctx, err);
  }

  try {
    await tx.commit();
  } catch (err) {
    refuse(ctx, err);
  }
  ctx.status = Status.Accepted;
});

export const connect = (): Promise<void> => producer.connect();
export const disconnect = (): Promise<void> => producer.disconnect();
