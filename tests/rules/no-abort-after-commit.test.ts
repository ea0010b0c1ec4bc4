import { RuleTester } from '../rule-tester.js';
import { noAbortAfterCommit } from '../../src/rules/no-abort-after-commit.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-abort-after-commit', noAbortAfterCommit, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'commits behind the try whose catch aborts',
      code: kafkajs(`
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
    {
      name: 'aborts after a commit error that calls for it',
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
      name: 'notes that the commit was tried and aborts only before it',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  let committing = false;
  try {
    await transaction.send({ topic: 'orders', messages });
    committing = true;
    await transaction.commit();
  } catch (error) {
    if (!committing) await transaction.abort().catch(() => {});
    throw error;
  }
}
`),
    },
    {
      name: 'asks isActive before it aborts',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    if (transaction.isActive()) await transaction.abort().catch(() => {});
    throw error;
  }
}
`),
    },
    {
      name: 'commits again after a time-out',
      code: confluent(`
export async function finish() {
  for (let left = 3; ; left -= 1) {
    try {
      return await producer.commit();
    } catch (error) {
      if (left === 0 || error.code !== KafkaJS.ErrorCodes.ERR__TIMED_OUT) throw error;
    }
  }
}
`),
    },
    {
      name: 'closes the producer after a failed commit',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  try {
    await transaction.commit();
  } catch (error) {
    await producer.close(true);
    throw error;
  }
}
`),
    },
    {
      name: 'aborts the next transaction of a loop',
      code: kafkajs(`
export async function publish(batches) {
  for (const messages of batches) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      await transaction.abort().catch(() => {});
      throw error;
    }
    await transaction.commit();
  }
}
`),
    },
    {
      name: 'rolls a database back whose commit failed',
      code: `
import 'kafkajs';
import pg from 'pg';
export async function save(client, row) {
  const transaction = await client.transaction();
  try {
    await transaction.send(row);
    await transaction.commit();
  } catch (error) {
    await transaction.abort();
    throw error;
  }
}
`,
    },
  ],
  invalid: [
    {
      name: 'commits in the try whose catch aborts, as the documentation of kafkajs does',
      code: kafkajs(`
export async function publish(messages) {
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
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),

      errors: [
        {
          messageId: 'ended',
          data: {
            line: '6',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 24 more',
            client: 'kafkajs',
          },
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 30,
        },
      ],
    },
    {
      name: 'aborts at the end of a promise chain',
      code: kafkajs(`
export function publish(messages) {
  return producer.transaction().then((transaction) =>
    transaction
      .send({ topic: 'orders', messages })
      .then(() => transaction.commit())
      .catch((error) => transaction.abort().finally(() => { throw error; })),
  );
}
`),
      errors: [
        {
          messageId: 'ended',
          data: {
            line: '6',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 24 more',
            client: 'kafkajs',
          },
          line: 7,
          column: 25,
          endLine: 7,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'aborts in finally, unless the commit has succeeded',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  let done = false;
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
    done = true;
  } finally {
    if (!done) await transaction.abort();
  }
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  let done = false;
  try {
    await transaction.send({ topic: 'orders', messages });
    done = true;
    await transaction.commit();
  } finally {
    if (!done) await transaction.abort();
  }
}
`),

      errors: [
        {
          messageId: 'ended',
          data: {
            line: '7',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 24 more',
            client: 'kafkajs',
          },
          line: 10,
          column: 22,
          endLine: 10,
          endColumn: 41,
        },
      ],
    },
    {
      name: 'aborts after a commit that timed out',
      code: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (error.isTxnRequiresAbort || error.isRetriable) await abort();
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '4',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 4 more',
          },
          line: 6,
          column: 62,
          endLine: 6,
          endColumn: 69,
        },
      ],
    },
    {
      name: 'aborts in the callback of a failed commit',
      code: rdkafka(`
export function finish(done) {
  producer.commitTransaction(10000, (error) => {
    if (error) return producer.abortTransaction(10000, () => done(error));
    done();
  });
}
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '3',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 13 more',
          },
          line: 4,
          column: 23,
          endLine: 4,
          endColumn: 74,
        },
      ],
    },
    {
      name: 'aborts in the catch around a commit of the Confluent client',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
    await producer.commit();
  } catch (error) {
    await producer.abort();
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '6',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 50 more',
          },
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 27,

          suggestions: [
            {
              messageId: 'moveCommit',
              output: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
  } catch (error) {
    await producer.abort();
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
      name: 'aborts when something fails after the commit',
      code: platformatic(`
import { audit } from './audit.js';
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  await transaction.commit();
  try {
    await audit(messages);
  } catch (error) {
    await transaction.abort();
    throw error;
  }
}
`),
      errors: [{ messageId: 'done', data: { line: '6' }, line: 10, column: 11, endLine: 10, endColumn: 30 }],
    },
    {
      name: 'aborts by a helper of the same class',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      await this.rollBack(transaction);
      throw error;
    }
  }
  private async rollBack(transaction: Transaction) {
    await transaction.abort().catch(() => undefined);
  }
}
`),
      output: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      await this.rollBack(transaction);
      throw error;
    }
    await transaction.commit();
  }
  private async rollBack(transaction: Transaction) {
    await transaction.abort().catch(() => undefined);
  }
}
`),

      errors: [
        {
          messageId: 'ended',
          data: {
            line: '9',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 24 more',
            client: 'kafkajs',
          },
          line: 11,
          column: 13,
          endLine: 11,
          endColumn: 39,
        },
      ],
    },
  ],
});
