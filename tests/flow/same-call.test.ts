import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
`;

it('that the same call has sent other records mends nothing', () => {
  const code = `${HEAD}
const put = (transaction, value) => transaction.send({ topic: 't', messages: [{ value }] });
export async function publish(articles) {
  const transaction = await producer.transaction();
  try {
    for (const article of articles) {
      try {
        await put(transaction, article);
      } catch (error) {
        console.warn(error);
      }
    }
    await put(transaction, 'end');
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;

  expect(reports(code)).toEqual([expect.stringContaining('no-commit-after-failed-send')]);
  expect(reports(code.replace('console.warn(error);', 'throw error;'))).toEqual([]);
});

describe('an abort in a loop over waits', () => {
  const program = (begun: string, inside = ''): string => `
import { setTimeout as pause } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } }).producer({ kafkaJS: { transactionalId: 't' } });
export async function undo(messages) {
  ${begun}
  for (const wait of [0, 250, 1000]) {
    ${inside}
    await pause(wait);
    try {
      await producer.abort();
      return;
    } catch (error) {
      console.warn(error);
    }
  }
  await producer.disconnect();
}
`;

  it('is about the one transaction that was begun before', () => {
    expect(reports(program('await producer.transaction();'))).toEqual([
      expect.stringContaining('no-abortable-handling-around-abort'),
    ]);
  });

  it('is about another one each time that begins in it', () => {
    const found = reports(program('', 'await producer.transaction();'));

    expect(found.filter((report) => report.startsWith('no-abortable-handling-around-abort'))).toEqual([]);
  });
});
