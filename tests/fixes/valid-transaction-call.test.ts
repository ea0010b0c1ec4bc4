import { RuleTester } from '../rule-tester.js';
import { validTransactionCall } from '../../src/rules/valid-transaction-call.js';
import { kafkajs } from '../rules/clients.js';

new RuleTester().run('what valid-transaction-call offers', validTransactionCall, {
  valid: [],
  invalid: [
    {
      name: "asks a person to call the client's own method",
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commitTransaction();
}
`),
      errors: [
        {
          messageId: 'foreignMethod',
          suggestions: [
            {
              messageId: 'rename',
              data: { name: 'commit' },
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing for a handle that is discarded',
      code: kafkajs(`
export async function publish() {
  await producer.transaction();
}
`),
      errors: [{ messageId: 'discardedHandle' }],
    },
  ],
});
