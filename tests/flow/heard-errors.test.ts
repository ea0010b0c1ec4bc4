import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });
`;

describe('a producer that is closed in the end', () => {
  const program = (handled: string): string => `${HEAD}
export async function publish(messages) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 't' } });
  await producer.connect();
  try {
    await producer.transaction();
    try {
      await producer.send({ topic: 't', messages });
    } catch (error) {
      ${handled}
      throw error;
    }
    await producer.commit();
  } finally {
    await producer.disconnect();
  }
}
`;

  it('tells nobody of the error that a failed abort has replaced', () => {
    expect(reports(program('await producer.abort();'))).toEqual([
      expect.stringContaining('no-unguarded-abort'),
    ]);
    expect(reports(program('await producer.abort().catch(console.warn);'))).toEqual([]);
  });

  it('guards the abort where it is closed for that', () => {
    expect(
      reports(program('try { await producer.abort(); } finally { await producer.disconnect(); }')),
    ).toEqual([]);
  });
});

it('an error that is kept for later is not lost when the producer is closed', () => {
  const code = `${HEAD}
export async function publish(messages) {
  const failures = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: 't' } });
    await producer.connect();
    try {
      await producer.transaction();
      try {
        await producer.send({ topic: 't', messages });
      } catch (error) {
        failures.push(error);
        await producer.abort().catch((abortError) => failures.push(abortError));
        continue;
      }
    } finally {
      if (failures.length === attempt) await producer.disconnect();
    }
    await producer.commit();
    return;
  }
  throw new AggregateError(failures);
}
`;

  expect(reports(code).filter((report) => report.startsWith('no-unguarded-abort'))).toEqual([]);
});

describe('what a recorder gives', () => {
  const program = (started: string, called: string): string => `
import { Kafka } from 'kafkajs';
import { seconds, worker } from './runtime.js';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(messages) {
  const stop = ${started};
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages });
  } catch (error) {
    ${called}
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`;

  it('records what it is given a function for', () => {
    const handled = (call: string): string => `${HEAD}
import * as Sentry from '@sentry/node';
import { scopes } from './runtime.js';
const producer = kafka.producer({ kafkaJS: { transactionalId: 't' } });
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 't', messages });
  } catch (error) {
    ${call}(() => Sentry.captureException(error));
    await producer.abort().catch(Sentry.captureException);
    return;
  }
  await producer.commit();
}
`;

    expect(reports(handled('Sentry.withScope'))).toEqual([
      expect.stringContaining('require-application-recoverable-path'),
    ]);
    expect(reports(handled('scopes.within'))).toEqual([]);
  });

  it('records: nobody has heard of the error', () => {
    expect(reports(program('seconds.startTimer()', "stop({ outcome: 'aborted' });"))).toEqual([
      expect.stringContaining('no-unguarded-abort'),
    ]);
    expect(reports(program('worker.started()', 'stop(error);'))).toEqual([]);
  });
});
