import { RuleTester } from '../rule-tester.js';
import { noCommitAfterFailedSend } from '../../src/rules/no-commit-after-failed-send.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-commit-after-failed-send', noCommitAfterFailedSend, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'aborts when the send fails',
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
      name: 'commits only what all of the sends fulfilled',
      code: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  const results = await Promise.allSettled(batches.map((messages) => transaction.send({ topic: 'orders', messages })));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await transaction.abort();
    throw failed.reason;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'leaves both loops where a message fails, and aborts behind them',
      code: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  let failure;
  publishing: do {
    for (const messages of batches) {
      try {
        await transaction.send({ topic: 'orders', messages });
      } catch (error) {
        failure = error;
        break publishing;
      }
    }
    await transaction.commit();
    return;
  } while (false);
  await transaction.abort().catch(() => {});
  throw failure;
}
`),
    },
    {
      name: 'drains a full queue and produces the record then',
      code: rdkafka(`
export async function publish(value) {
  await begin();
  try {
    producer.produce('orders', null, value);
  } catch (error) {
    if (error.code !== Kafka.CODES.ERRORS.ERR__QUEUE_FULL) throw error;
    producer.poll();
    producer.produce('orders', null, value);
  }
  await commit();
}
`),
    },
    {
      name: 'remembers the failure and aborts in the end',
      code: confluent(`
export async function publish(batches) {
  await producer.transaction();
  let failure;
  for (const messages of batches) {
    try {
      await producer.send({ topic: 'orders', messages });
    } catch (error) {
      failure = error;
      break;
    }
  }
  if (failure) {
    await producer.abort();
    throw failure;
  }
  await producer.commit();
}
`),
    },
    {
      name: 'skips a record that fails before it is sent',
      code: platformatic(`
import { encode } from './encode.js';
export async function publish(orders) {
  const transaction = await producer.beginTransaction();
  for (const order of orders) {
    let value;
    try {
      value = encode(order);
    } catch (error) {
      console.warn(error);
      continue;
    }
    await transaction.send({ messages: [{ topic: 'orders', value }] });
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'goes on after a failed write of a database',
      code: `
import 'kafkajs';
import { open } from './database.js';
export async function save(rows) {
  const transaction = await open().transaction();
  try {
    await transaction.send(rows);
  } catch (error) {
    console.warn(error);
  }
  await transaction.commit();
}
`,
    },
  ],
  invalid: [
    {
      name: 'logs the failed send and commits',
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
          data: {
            call: '`send` on line 5',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 47 more',
            line: '9',
          },
          line: 6,
          column: 5,
          endLine: 6,
          endColumn: 18,

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
      name: 'skips what fails in a loop and commits the rest',
      code: confluent(`
export async function publish(batches) {
  await producer.transaction();
  for (const messages of batches) {
    try {
      await producer.send({ topic: 'orders', messages });
    } catch (error) {
      console.warn('skipped', error);
    }
  }
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'records',
          data: {
            call: '`send` on line 6',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 49 more',
            line: '11',
          },
          line: 7,
          column: 7,
          endLine: 7,
          endColumn: 20,

          suggestions: [
            {
              messageId: 'abortAndThrow',
              data: { name: 'error' },
              output: confluent(`
export async function publish(batches) {
  await producer.transaction();
  for (const messages of batches) {
    try {
      await producer.send({ topic: 'orders', messages });
    } catch (error) {
      console.warn('skipped', error);
      await producer.abort().catch((abortError) => {
        throw new AggregateError([error, abortError], 'the transaction was not aborted');
      });
      throw error;
    }
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
      name: 'commits whatever allSettled says',
      code: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  await Promise.allSettled(batches.map((messages) => transaction.send({ topic: 'orders', messages })));
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'records',
          data: {
            call: '`send` on line 4',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 47 more',
            line: '5',
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 103,

          suggestions: [
            {
              messageId: 'surfaceThenAbort',
              output: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  await Promise.all(batches.map((messages) => transaction.send({ topic: 'orders', messages })));
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'commits in finally',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } finally {
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'records',
          data: {
            call: '`send` on line 5',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 51 more',
            line: '7',
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 31,
        },
      ],
    },
    {
      name: 'commits without the offsets that could not be sent',
      code: kafkajs(`
export async function publish(messages, offsets) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.sendOffsets(offsets).catch((error) => console.warn(error));
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'offsets',
          data: {
            call: '`sendOffsets` on line 5',
            errors:
              'TimeoutException (producer-retriable), UnknownTopicOrPartitionException (producer-refresh-retriable) and 35 more',
            line: '6',
          },
          line: 5,
          column: 48,
          endLine: 5,
          endColumn: 58,

          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: kafkajs(`
export async function publish(messages, offsets) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.sendOffsets(offsets).catch((error) => {
    console.warn(error);
    throw error;
  });
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'commits without a record that produce refuses',
      code: rdkafka(`
export async function publish(values) {
  await begin();
  for (const value of values) {
    try {
      producer.produce('orders', null, value);
    } catch (error) {
      console.warn(error);
    }
  }
  await commit();
}
`),
      errors: [
        {
          messageId: 'records',
          data: {
            call: '`send` on line 6',
            errors:
              'UnknownTopicOrPartitionException (producer-refresh-retriable), InvalidTxnStateException (producer-abortable) and 9 more',
            line: '11',
          },
          line: 7,
          column: 7,
          endLine: 7,
          endColumn: 20,

          suggestions: [
            {
              messageId: 'surfaceThenAbort',
              data: { name: 'error' },
              output: rdkafka(`
export async function publish(values) {
  await begin();
  for (const value of values) {
    try {
      producer.produce('orders', null, value);
    } catch (error) {
      console.warn(error);
      throw error;
    }
  }
  await commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'commits after a failed send in a NestJS service',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages }).catch(() => undefined);
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'records',
          data: {
            call: '`send` on line 7',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 47 more',
            line: '8',
          },
          line: 7,
          column: 65,
          endLine: 7,
          endColumn: 70,

          suggestions: [
            {
              messageId: 'surfaceThenAbort',
              output: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  }
}
`),
            },
          ],
        },
      ],
    },
  ],
});
