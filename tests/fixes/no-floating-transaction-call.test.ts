import { RuleTester } from '../rule-tester.js';
import { noFloatingTransactionCall } from '../../src/rules/no-floating-transaction-call.js';
import { kafkajs } from '../rules/clients.js';

new RuleTester().run('what no-floating-transaction-call offers', noFloatingTransactionCall, {
  valid: [],
  invalid: [
    {
      name: 'awaits in an async function',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
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
      errors: [{ messageId: 'dropped' }],
    },
    {
      name: 'awaits instead of void',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    void transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
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
      errors: [{ messageId: 'dropped' }],
    },
    {
      name: 'awaits a chain as a whole',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    transaction
      .send({ topic: 'orders', messages })
      .then(() => console.info('sent'));
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction
      .send({ topic: 'orders', messages })
      .then(() => console.info('sent'));
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'neverAwaited' }],
    },
    {
      name: 'awaits all that a map makes',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    messages.map(async (message) => transaction.send({ topic: 'orders', messages: [message] }));
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await Promise.all(messages.map(async (message) => transaction.send({ topic: 'orders', messages: [message] })));
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'dropped' }],
    },
    {
      name: 'asks a person to go through the items one by one',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    messages.forEach(async ({ key, value }) => {
      await transaction.send({ topic: 'orders', messages: [{ key, value }] });
    });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'dropped',
          suggestions: [
            {
              messageId: 'loop',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    for (const { key, value } of messages) {
      await transaction.send({ topic: 'orders', messages: [{ key, value }] });
    }
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
      name: "offers nothing where an item's function returns early",
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    messages.forEach(async (message) => {
      if (!message) return;
      await transaction.send({ topic: 'orders', messages: [message] });
    });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'dropped' }],
    },
    {
      name: 'guards an abort that it waits for in a handler',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch((abortError) => {
      throw new AggregateError([error, abortError], 'the transaction was not aborted');
    });
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'dropped',
        },
      ],
    },
    {
      name: 'asks a person to make a handler async',
      code: kafkajs(`
export const publish = (messages) =>
  producer.transaction().then((transaction) =>
    transaction.send({ topic: 'orders', messages }).then(
      () => transaction.commit(),
      (reason) => {
        transaction.abort();
        throw reason;
      },
    ),
  );
`),
      errors: [
        {
          messageId: 'dropped',
          suggestions: [
            {
              messageId: 'makeAsync',
              output: kafkajs(`
export const publish = (messages) =>
  producer.transaction().then((transaction) =>
    transaction.send({ topic: 'orders', messages }).then(
      () => transaction.commit(),
      async (reason) => {
        await transaction.abort().catch((abortError) => {
          throw new AggregateError([reason, abortError], 'the transaction was not aborted');
        });
        throw reason;
      },
    ),
  );
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person at the top level',
      code: kafkajs(`
const transaction = await producer.transaction();
try {
  transaction.send({ topic: 'orders', messages: [] });
} catch (error) {
  await transaction.abort().catch(() => {});
  throw error;
}
await transaction.commit();
`),
      errors: [
        {
          messageId: 'dropped',
          suggestions: [
            {
              messageId: 'await',
              output: kafkajs(`
const transaction = await producer.transaction();
try {
  await transaction.send({ topic: 'orders', messages: [] });
} catch (error) {
  await transaction.abort().catch(() => {});
  throw error;
}
await transaction.commit();
`),
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing in a function that is not async',
      code: kafkajs(`
export function publish(messages) {
  producer.transaction().then((transaction) => transaction.send({ topic: 'orders', messages }).then(() => transaction.commit()));
}
`),
      errors: [{ messageId: 'dropped' }],
    },
    {
      name: 'asks a person to wait for all at the top level',
      code: kafkajs(`
const transaction = await producer.transaction();
try {
  [1, 2].map(async (value) => transaction.send({ topic: 'orders', messages: [{ value }] }));
} catch (error) {
  await transaction.abort().catch(() => {});
  throw error;
}
await transaction.commit();
`),
      errors: [
        {
          messageId: 'dropped',
          suggestions: [
            {
              messageId: 'awaitAll',
              output: kafkajs(`
const transaction = await producer.transaction();
try {
  await Promise.all([1, 2].map(async (value) => transaction.send({ topic: 'orders', messages: [{ value }] })));
} catch (error) {
  await transaction.abort().catch(() => {});
  throw error;
}
await transaction.commit();
`),
            },
          ],
        },
      ],
    },
  ],
});
