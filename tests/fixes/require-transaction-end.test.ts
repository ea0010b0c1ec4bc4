import { RuleTester } from '../rule-tester.js';
import { requireTransactionEnd } from '../../src/rules/require-transaction-end.js';
import { confluent, kafkajs } from '../rules/clients.js';

new RuleTester().run('what require-transaction-end offers', requireTransactionEnd, {
  valid: [],
  invalid: [
    {
      name: 'asks a person to abort before a return',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  if (messages.length === 0) return 0;
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'returns',
          suggestions: [
            {
              messageId: 'abortBefore',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  if (messages.length === 0) {
    await transaction.abort();
    return 0;
  }
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
      name: 'asks a person to abort when something fails',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  // all of them
  await transaction.send({ topic: 'orders', messages }); // in one
  await transaction.sendOffsets({
    consumerGroupId: 'orders', topics: [],
  });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'throws',
          suggestions: [
            {
              messageId: 'wrap',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    // all of them
    await transaction.send({ topic: 'orders', messages }); // in one
    await transaction.sendOffsets({
      consumerGroupId: 'orders', topics: [],
    });
  } catch (error) {
    await transaction.abort().catch((abortError) => {
      throw new AggregateError([error, abortError], 'the transaction was not aborted');
    });
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
      name: 'asks a person to begin before the try',
      code: kafkajs(`
export async function publish(messages) {
  try {
    // one for all
    const transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort();
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'throws',
          suggestions: [
            {
              messageId: 'beginBeforeThenCommit',
              output: kafkajs(`
export async function publish(messages) {
  // one for all
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction.abort();
    throw error;
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to assign to the variable of the catch',
      code: kafkajs(`
export async function publish(messages) {
  let transaction;
  try {
    const transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction?.abort().catch(() => {});
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'throws',
          suggestions: [
            {
              messageId: 'assignThenCommit',
              data: { name: 'transaction' },
              output: kafkajs(`
export async function publish(messages) {
  let transaction;
  try {
    transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    await transaction?.abort().catch(() => {});
    throw error;
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to begin before the try, and no more where the commit stands behind it',
      code: confluent(`
export async function publish(messages) {
  try {
    const transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'throws',
          suggestions: [
            {
              messageId: 'beginBefore',
              output: confluent(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await producer.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to assign to the variable of the catch, and no more where the commit stands behind the try',
      code: confluent(`
export async function publish(messages) {
  let transaction;
  try {
    const transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction?.abort().catch(() => {});
    throw error;
  }
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'throws',
          suggestions: [
            {
              messageId: 'assign',
              data: { name: 'transaction' },
              output: confluent(`
export async function publish(messages) {
  let transaction;
  try {
    transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction?.abort().catch(() => {});
    throw error;
  }
  await producer.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to abort in a catch that does not',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
  } catch (error) {
    throw error;
  }
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'throws',
          suggestions: [
            {
              messageId: 'abortBefore',
              output: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
  } catch (error) {
    await producer.abort().catch((abortError) => {
      throw new AggregateError([error, abortError], 'the transaction was not aborted');
    });
    throw error;
  }
  await producer.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing where a variable of the work is read later',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  const metadata = await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
  return metadata;
}
`),
      errors: [{ messageId: 'throws' }],
    },
  ],
});
