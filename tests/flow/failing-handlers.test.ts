import { expect, it } from 'vitest';
import { reports } from './reports.js';

it('an error whose handler fails is left to who gets that failure', () => {
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(messages) {
  try {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 't', messages });
    } catch (error) {
      await transaction.abort();
      throw error;
    }
    await transaction.commit();
  } catch (outer) {
    console.error(outer);
  }
}
`;

  expect(reports(code)).toEqual(['require-application-recoverable-path: } catch (outer) {']);
  expect(reports(code.replace('console.error(outer);', 'throw outer;'))).toEqual([
    'no-unguarded-abort: await transaction.abort();',
  ]);
});
