import { expect, it } from 'vitest';
import { reported } from './reports.js';

/** A handler that switches over the type of a send's error, and goes on to the commit where no case leaves it. */
const program = (cases: string): string => `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(messages) {
  const transaction = await producer.transaction();
  const undo = () => transaction.abort().catch(console.warn);
  try {
    await transaction.send({ topic: 't', messages });
  } catch (error) {
    switch (error.type) {
      ${cases}
    }
  }
  await transaction.commit();
}
`;
const commits = (cases: string): number => reported('no-commit-after-failed-send', program(cases)).length;

it('goes on behind a switch in which no case is that of the error', () => {
  expect(commits(`case 'TOPIC_AUTHORIZATION_FAILED': await undo(); throw error;`)).toBe(1);
  expect(
    commits(
      `case 'TOPIC_AUTHORIZATION_FAILED': await undo(); throw error; default: await undo(); throw error;`,
    ),
  ).toBe(0);
});

it('goes on to the next case where one does not leave', () => {
  expect(commits(`case 'TOPIC_AUTHORIZATION_FAILED': default: await undo(); throw error;`)).toBe(0);
  expect(commits(`case 'TOPIC_AUTHORIZATION_FAILED': break; default: await undo(); throw error;`)).toBe(1);
});
