import { RuleTester } from '../rule-tester.js';
import { noCommitAfterFailedSend } from '../../src/rules/no-commit-after-failed-send.js';
import { confluent, kafkajs } from '../rules/clients.js';

new RuleTester().run('what no-commit-after-failed-send offers', noCommitAfterFailedSend, {
  valid: [],
  invalid: [
    {
      name: 'throws what was logged, for the catch around it',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    for (const message of messages) {
      try {
        await transaction.send({ topic: 'orders', messages: [message] });
      } catch (error) {
        console.warn(error);
        continue;
      }
    }
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
    for (const message of messages) {
      try {
        await transaction.send({ topic: 'orders', messages: [message] });
      } catch (error) {
        console.warn(error);
        throw error;
      }
    }
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'records' }],
    },
    {
      name: 'removes a handler that does nothing',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages }).catch(() => {});
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
      errors: [{ messageId: 'records' }],
    },
    {
      name: 'waits for all with the first error',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await Promise.allSettled(messages.map((message) => transaction.send({ topic: 'orders', messages: [message] })));
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
    await Promise.all(messages.map((message) => transaction.send({ topic: 'orders', messages: [message] })));
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'records' }],
    },
    {
      name: 'offers nothing where the results are read',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    const results = await Promise.allSettled(messages.map((message) => transaction.send({ topic: 'orders', messages: [message] })));
    console.info(results.length);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'records' }],
    },
    {
      name: 'asks a person where nobody would abort',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    console.warn(error);
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'records',
          suggestions: [
            {
              messageId: 'abortAndThrow',
              data: { name: 'error' },
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    console.warn(error);
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
      name: 'asks a person where nobody would abort, whatever the handler of the promise',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages }).catch(() => {});
  await Promise.allSettled([producer.send({ topic: 'bills', messages })]);
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'records',
          suggestions: [
            {
              messageId: 'surfaceThenAbort',
              output: confluent(`
export async function publish(messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await Promise.allSettled([producer.send({ topic: 'bills', messages })]);
  await producer.commit();
}
`),
            },
          ],
        },
        {
          messageId: 'records',
          suggestions: [
            {
              messageId: 'surfaceThenAbort',
              output: confluent(`
export async function publish(messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages }).catch(() => {});
  await Promise.all([producer.send({ topic: 'bills', messages })]);
  await producer.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person where the handler collects what failed',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    const failed = [];
    for (const message of messages) {
      try {
        await transaction.send({ topic: 'orders', messages: [message] });
      } catch (error) {
        failed.push(message);
      }
    }
    console.warn(failed.length);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'records',
          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    const failed = [];
    for (const message of messages) {
      try {
        await transaction.send({ topic: 'orders', messages: [message] });
      } catch (error) {
        failed.push(message);
        throw error;
      }
    }
    console.warn(failed.length);
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
      name: 'asks a person where whoever has the producer can abort',
      code: confluent(`
/** @param {import('@confluentinc/kafka-javascript').KafkaJS.Producer} given */
export async function publish(given, messages) {
  await given.transaction();
  await given.send({ topic: 'orders', messages }).catch(() => {});
  await Promise.allSettled([given.send({ topic: 'bills', messages })]);
  await given.commit();
}
`),
      errors: [
        {
          messageId: 'records',
          suggestions: [
            {
              messageId: 'removeCatch',
              output: confluent(`
/** @param {import('@confluentinc/kafka-javascript').KafkaJS.Producer} given */
export async function publish(given, messages) {
  await given.transaction();
  await given.send({ topic: 'orders', messages });
  await Promise.allSettled([given.send({ topic: 'bills', messages })]);
  await given.commit();
}
`),
            },
          ],
        },
        {
          messageId: 'records',
          suggestions: [
            {
              messageId: 'all',
              output: confluent(`
/** @param {import('@confluentinc/kafka-javascript').KafkaJS.Producer} given */
export async function publish(given, messages) {
  await given.transaction();
  await given.send({ topic: 'orders', messages }).catch(() => {});
  await Promise.all([given.send({ topic: 'bills', messages })]);
  await given.commit();
}
`),
            },
          ],
        },
      ],
    },
  ],
});
