import { expect, it } from 'vitest';
import { lint } from '../lint.js';

/** Sends again in the handler when the error is of a class that KIP-1050 names. */
const sendingAgainOn = (superclass: string): string => `
import { Kafka } from 'kafkajs';
import { ${superclass} } from './exceptions.js';
const producer = new Kafka({ brokers: [] }).producer({ transactionalId: 'orders', idempotent: true, maxInFlightRequests: 1 });
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (!(error instanceof ${superclass})) {
      await transaction.abort().catch(() => undefined);
      throw error;
    }
    await transaction.send({ topic: 'orders', messages });
  }
  await transaction.commit();
}
`;

it('takes a ported superclass for the classes of all errors below it', () => {
  const rulesFor = (superclass: string): string[] =>
    lint(sendingAgainOn(superclass), 'orders.mjs').map(({ rule }) => rule);

  expect(rulesFor('RetriableException')).toContain('no-transactional-send-retry');
  expect(rulesFor('InvalidConfigurationException')).not.toContain('no-transactional-send-retry');
});
