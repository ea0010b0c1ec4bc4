import { expect, it } from 'vitest';
import { reported } from './reports.js';

const program = (abort: string): string => `
import { Producer } from '@platformatic/kafka';
const producer = new Producer({ clientId: 'c', bootstrapBrokers: ['b'], transactionalId: 't', idempotent: true, retries: 2 });
export async function run(stream) {
  for await (const messages of stream) {
    let transaction;
    try {
      transaction = await producer.beginTransaction();
    } catch (error) {
      console.error(error);
      ${abort}
      continue;
    }
    try {
      await transaction.send({ messages });
    } catch (error) {
      await transaction.abort().catch(() => undefined);
      await producer.close();
      throw error;
    }
    await transaction.commit();
  }
}
`;

it.each([
  'await transaction?.abort().catch(console.error);',
  'await transaction?.abort()?.catch(console.error);',
  'await transaction?.handle.abort().catch(console.error);',
  'await transaction?.[abort]().catch(console.error);',
  'if (transaction) await transaction.abort().catch(console.error);',
])('what follows in an optional chain is not evaluated when it is over before: %s', (abort) => {
  expect(reported('require-application-recoverable-path', program(abort))).toEqual(['} catch (error) {']);
});

it('what follows behind the parentheses of an optional chain is evaluated', () => {
  const abort = '(transaction?.abort()).catch(console.error);';
  expect(reported('require-application-recoverable-path', program(abort))).toEqual([]);
});
