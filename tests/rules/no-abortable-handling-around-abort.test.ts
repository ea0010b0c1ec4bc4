import { RuleTester } from '../rule-tester.js';
import { noAbortableHandlingAroundAbort } from '../../src/rules/no-abortable-handling-around-abort.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-abortable-handling-around-abort', noAbortableHandlingAroundAbort, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'logs the error of the abort and throws the one of the send',
      code: kafkajs(`
export async function publish(transaction, messages) {
  try {
    await transaction.send({ messages });
  } catch (error) {
    await transaction.abort().catch((abortError) => console.error(abortError));
    throw error;
  }
}
export const begin = () => producer.transaction();
`),
    },
    {
      name: 'aborts again after a time-out alone',
      code: rdkafka(`
export async function rollBack() {
  for (let left = 3; ; left -= 1) {
    try {
      return await abort();
    } catch (error) {
      if (left === 0 || !error.isRetriable) throw error;
    }
  }
}
`),
    },
    {
      name: 'closes the producer when the abort fails',
      code: confluent(`
export async function rollBack() {
  try {
    await producer.abort();
  } catch (error) {
    await producer.disconnect();
    throw error;
  }
}
`),
    },
    {
      name: 'tests the error of a commit for an abortable error',
      code: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (error.isTxnRequiresAbort) await abort();
    throw error;
  }
}
`),
    },
    {
      name: 'tests the error of the abort for fencing',
      code: platformatic(`
export async function rollBack(transaction) {
  const own = await producer.beginTransaction();
  try {
    await own.abort();
  } catch (error) {
    if (error.findBy?.('apiId', 'PRODUCER_FENCED')) await producer.close();
    throw error;
  }
}
`),
    },
    {
      name: 'aborts every transaction of a loop once',
      code: kafkajs(`
export async function publish(batches) {
  for (const messages of batches) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      await transaction.abort();
      throw error;
    }
    await transaction.commit();
  }
}
`),
    },
    {
      name: 'repeats the abort of a database session',
      code: `
import 'kafkajs';
import mongoose from 'mongoose';
export async function rollBack() {
  const session = await mongoose.startSession();
  for (;;) {
    try {
      return await session.abortTransaction();
    } catch (error) {
      if (error.code !== 'TRANSACTION_ABORTABLE') throw error;
    }
  }
}
`,
    },
  ],
  invalid: [
    {
      name: 'aborts again in a loop whatever the error',
      code: confluent(`
export async function rollBack() {
  for (let left = 3; left > 0; left -= 1) {
    try {
      return await producer.abort();
    } catch (error) {
      console.warn(error);
    }
  }
  await producer.disconnect();
}
`),
      errors: [
        {
          messageId: 'again',
          data: {
            call: '`abort` on line 5',
            errors:
              'ProducerFencedException (application-recoverable), AuthenticationException (invalid-configuration) and 16 more',
          },
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 42,
          suggestions: [
            {
              messageId: 'throwInLoop',
              data: { name: 'error' },
              output: confluent(`
export async function rollBack() {
  for (let left = 3; left > 0; left -= 1) {
    try {
      return await producer.abort();
    } catch (error) {
      console.warn(error);
      throw error;
    }
  }
  await producer.disconnect();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'aborts again in a loop with kafkajs, where a failed abort ends the transaction',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    for (let left = 3; left > 0; left -= 1) {
      try {
        await transaction.abort();
        break;
      } catch (abortError) {
        console.warn(abortError);
      }
    }
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'ended',
          data: {
            call: '`abort` on line 9',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 23 more',
            client: 'kafkajs',
          },
          line: 7,
          column: 5,
          endLine: 7,
          endColumn: 44,
          suggestions: [
            {
              messageId: 'throwThenGuard',
              data: { name: 'abortError' },
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    for (let left = 3; left > 0; left -= 1) {
      try {
        await transaction.abort();
        break;
      } catch (abortError) {
        console.warn(abortError);
        throw abortError;
      }
    }
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
      name: 'aborts again by recursion',
      code: platformatic(`
async function rollBack(transaction) {
  try {
    await transaction.abort();
  } catch (error) {
    await rollBack(transaction);
  }
}
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    await rollBack(transaction);
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'again',
          data: {
            call: '`abort` on line 4',
            errors:
              'ProducerFencedException (application-recoverable), AuthenticationException (invalid-configuration) and 19 more',
          },
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 32,
        },
      ],
    },
    {
      name: 'repeats the abort with p-retry',
      code: rdkafka(`
import pRetry from 'p-retry';
export const rollBack = () => pRetry(() => abort(), { retries: 5 });
`),
      errors: [
        {
          messageId: 'again',
          data: {
            call: '`abort` on line 3',
            errors:
              'ProducerFencedException (application-recoverable), AuthenticationException (invalid-configuration) and 17 more',
          },
          line: 3,
          column: 31,
          endLine: 3,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'tests isTxnRequiresAbort on the error of an abort',
      code: rdkafka(`
export function rollBack(done) {
  producer.abortTransaction(5000, (error) => {
    if (error && error.isTxnRequiresAbort) return producer.abortTransaction(5000, done);
    done(error);
  });
}
`),
      output: rdkafka(`
export function rollBack(done) {
  producer.abortTransaction(5000, (error) => {
    done(error);
  });
}
`),
      errors: [
        {
          messageId: 'abortableTest',
          data: { call: '`abort` on line 3', spelling: 'isTxnRequiresAbort' },
          line: 4,
          column: 18,
          endLine: 4,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'tests the name TransactionAbortableException in the handler of an abort',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    try {
      await transaction.abort();
    } catch (abortError) {
      if (abortError.name === 'TransactionAbortableException') console.warn('again?');
      throw abortError;
    }
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
    try {
      await transaction.abort();
    } catch (abortError) {
      throw abortError;
    }
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'abortableTest',
          data: { call: '`abort` on line 8', spelling: 'TransactionAbortableException' },
          line: 10,
          column: 31,
          endLine: 10,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'tests the code 120 in a rejection handler of an abort',
      code: confluent(`
export const rollBack = () =>
  producer.abort().catch((error) => {
    if (error.code === 120) return producer.abort();
    throw error;
  });
`),
      output: confluent(`
export const rollBack = () =>
  producer.abort().catch((error) => {
    throw error;
  });
`),
      errors: [
        {
          messageId: 'abortableTest',
          data: { call: '`abort` on line 3', spelling: '120' },
          line: 4,
          column: 24,
          endLine: 4,
          endColumn: 27,
        },
      ],
    },
    {
      name: 'tests the type TRANSACTION_ABORTABLE in a service of NestJS',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async rollBack(transaction: Transaction) {
    try {
      await transaction.abort();
    } catch (error) {
      if ((error as { type?: string }).type === 'TRANSACTION_ABORTABLE') console.warn(error);
      throw error;
    }
  }
}
`),
      output: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async rollBack(transaction: Transaction) {
    try {
      await transaction.abort();
    } catch (error) {
      throw error;
    }
  }
}
`),
      errors: [
        {
          messageId: 'abortableTest',
          data: { call: '`abort` on line 6', spelling: 'TRANSACTION_ABORTABLE' },
          line: 8,
          column: 49,
          endLine: 8,
          endColumn: 72,
        },
      ],
    },
  ],
});
