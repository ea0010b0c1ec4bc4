import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
import { setTimeout as pause } from 'node:timers/promises';
import pRetry, { AbortError } from 'p-retry';
import { Kafka } from 'kafkajs';
import { db } from './db.js';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
`;

it('a handler of what seems not to fail is reached', () => {
  const code = (tried: string): string => `${HEAD}
export async function relay(records) {
  const transaction = await producer.transaction();
  try {
    for (const record of records) {
      try {
        ${tried}
      } catch {
        await producer.send({ topic: 'dead-letters', messages: [record] });
        continue;
      }
      await transaction.send({ topic: 't', messages: [record] });
    }
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;

  expect(reports(code('JSON.parse(record.value);'))).toEqual([
    expect.stringContaining('no-operation-outside-transaction'),
  ]);
  // Nothing in it can fail.
  expect(reports(code('if (!record) break;'))).toEqual([]);
});

describe('what a retry library repeats', () => {
  const relay = (after: string): string => `${HEAD}
async function relayOnce(records) {
  const fresh = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
  await fresh.connect();
  try {
    const transaction = await fresh.transaction();
    try {
      await transaction.send({ topic: 't', messages: records });
    } catch (error) {
      await transaction.abort().catch(console.warn);
      throw error;
    }
    await transaction.commit().catch((error) => {
      throw new AbortError(error);
    });
    ${after}
  } finally {
    await fresh.disconnect();
  }
}
export const relay = (records) => pRetry(() => relayOnce(records), { retries: 5 });
`;

  it('is sent again when something fails after the commit', () => {
    expect(reports(relay('await db.markPublished(records);'))).toEqual([
      expect.stringContaining('no-replay-after-commit'),
    ]);
    expect(reports(relay("if (records.length > 9) throw new Error('too many');"))).toEqual([
      expect.stringContaining('no-replay-after-commit'),
    ]);
    expect(reports(relay(''))).toEqual([]);
  });
});

it('what several functions share is another thing when a timer comes', () => {
  const code = `${HEAD}
let buffer = [];
export const record = (message) => buffer.push(message);
async function flush() {
  if (buffer.length === 0) return;
  const messages = buffer;
  buffer = [];
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
}
(async () => {
  await producer.connect();
  setInterval(() => void flush().catch(() => process.exit(1)), 5000);
})();
`;

  expect(reports(code)).toEqual([expect.stringContaining('no-abort-after-commit')]);
});

it('what is taken off an emitter is not called', () => {
  const code = (method: string): string => `${HEAD}
export async function write(survey) {
  const transaction = await producer.transaction();
  let tail = Promise.resolve();
  const onBed = (bed) => {
    tail = tail.then(() => transaction.send({ topic: 't', messages: [bed] }));
    tail.catch(() => {});
  };
  survey.on('bed', onBed);
  try {
    await survey.done();
    await tail;
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  survey.${method}('bed', onBed);
  await transaction.commit();
}
`;

  expect(reports(code('off'))).toEqual([]);
  expect(reports(code('removeListener'))).toEqual([]);
  expect(reports(code('replay'))).toEqual([expect.stringContaining('no-floating-transaction-call')]);
});
