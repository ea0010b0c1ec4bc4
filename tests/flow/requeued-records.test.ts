import { expect, it } from 'vitest';
import { reports } from './reports.js';

const program = (handled: string, loop = 'while (queue.length > 0) { const job = queue.shift();'): string => `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function write(pages) {
  const queue = [...pages];
  const failed = [];
  const transaction = await producer.transaction();
  try {
    ${loop}
      try {
        await transaction.send({ topic: 't', messages: [{ value: job.text }] });
      } catch (error) {
        ${handled}
      }
    }
    if (failed.length > 0) throw new AggregateError(failed);
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;
const FOR = 'for (let job = queue.shift(); job; job = queue.shift()) {';

it.each(['queue.push(job);', 'queue.unshift({ ...job, tries: 1 });', 'queue.push({ text: job.text });'])(
  'what a loop puts back with %s it sends again',
  (handled) => {
    expect(reports(program(handled))).toEqual([expect.stringContaining('no-transactional-send-retry')]);
    expect(reports(program(handled, FOR))).toEqual([expect.stringContaining('no-transactional-send-retry')]);
  },
);

it('what a loop takes out is another record at each turn', () => {
  expect(reports(program('console.error(error);'))).toEqual([
    expect.stringContaining('no-commit-after-failed-send'),
  ]);
  expect(reports(program('console.error(error);', FOR))).toEqual([
    expect.stringContaining('no-commit-after-failed-send'),
  ]);
  expect(reports(program('failed.push(error);'))).toEqual([]);
});
