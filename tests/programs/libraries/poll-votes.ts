import { Hono } from 'hono';
import { zValidator } from '@hono/zod-validator';
import { backOff } from 'exponential-backoff';
import { Kafka, type Transaction } from 'kafkajs';
import { ballot, type Ballot } from './ballot';
import { logger } from './logger';

const producer = new Kafka({ clientId: 'votes', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'poll-votes',
  idempotent: true,
  maxInFlightRequests: 1,
});

const cast = (tx: Transaction, vote: Ballot) =>
  tx.send({ topic: 'polls.votes', messages: [{ key: vote.poll, value: vote.choice }] });

export const votes = new Hono();

votes.post('/', zValidator('json', ballot), async (c) => {
  const vote = c.req.valid('json');
  const tx = await producer.transaction();
  try {
    await backOff(() => cast(tx, vote), {
      numOfAttempts: 4,
      startingDelay: 150,
      jitter: 'full',
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => logger.error({ abortErr }, 'vote not rolled back'));
    throw err;
  }
  await tx.commit();
  return c.body(null, 202);
});

export const connect = () => producer.connect();
