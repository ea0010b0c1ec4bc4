import { RuleTester } from '../rule-tester.js';
import { noReplayAfterCommit } from '../../src/rules/no-replay-after-commit.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-replay-after-commit', noReplayAfterCommit, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'surfaces the error of the commit',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
    },
    {
      name: 'repeats what failed before the commit only',
      code: kafkajs(`
export async function publish(messages) {
  let transaction;
  for (let left = 3; ; left -= 1) {
    transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
      break;
    } catch (error) {
      await transaction.abort();
      if (left === 0 || error.name !== 'KafkaJSNumberOfRetriesExceeded') throw error;
    }
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'commits again after a time-out instead',
      code: rdkafka(`
export async function publish(value) {
  await begin();
  producer.produce('orders', null, value);
  for (let left = 3; ; left -= 1) {
    try {
      return await commit();
    } catch (error) {
      if (left === 0 || !error.isRetriable) throw error;
    }
  }
}
`),
    },
    {
      name: 'sends the next records after a commit',
      code: confluent(`
export async function publish(batches) {
  for (const messages of batches) {
    await producer.transaction();
    try {
      await producer.send({ topic: 'orders', messages });
    } catch (error) {
      await producer.abort();
      throw error;
    }
    await producer.commit();
  }
}
`),
    },
    {
      name: 'reports the failed commit in other records of another producer',
      code: kafkajs(`
export async function publish(messages, reports) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  try {
    await transaction.commit();
  } catch (error) {
    const other = new Kafka({}).producer({ transactionalId: 'reports' });
    const report = await other.transaction();
    await report.send({ topic: 'reports', messages: reports });
    await report.commit();
    throw error;
  }
}
`),
    },
    {
      name: 'repeats the work after an abortable commit error and its abort',
      code: rdkafka(`
export async function publish(value) {
  for (let left = 3; left > 0; left -= 1) {
    await begin();
    producer.produce('orders', null, value);
    try {
      return await commit();
    } catch (error) {
      if (!error.isTxnRequiresAbort) throw error;
      await abort();
    }
  }
}
`),
    },
  ],
  invalid: [
    {
      name: 'sends the records again with a new producer after a failed commit',
      code: kafkajs(`
export async function publish(messages, left = 3) {
  const own = new Kafka({}).producer({ transactionalId: 'orders-2' });
  await own.connect();
  const transaction = await own.transaction();
  await transaction.send({ topic: 'orders', messages });
  try {
    await transaction.commit();
  } catch (error) {
    await own.disconnect();
    if (left === 0) throw error;
    await publish(messages, left - 1);
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '8',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 24 more',
          },
          line: 12,
          column: 11,
          endLine: 12,
          endColumn: 38,
        },
      ],
    },
    {
      name: 'repeats the whole transaction on a time-out of the commit',
      code: rdkafka(`
export async function publish(value) {
  for (let left = 3; left > 0; left -= 1) {
    await begin();
    producer.produce('orders', null, value);
    try {
      return await commit();
    } catch (error) {
      if (!error.isRetriable) throw error;
    }
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '7',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 4 more',
          },
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'repeats everything with p-retry and a new producer each time',
      code: kafkajs(`
import pRetry from 'p-retry';
export const publish = (messages) =>
  pRetry(async () => {
    const own = new Kafka({}).producer({ transactionalId: 'orders-2' });
    await own.connect();
    try {
      const transaction = await own.transaction();
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } finally {
      await own.disconnect();
    }
  });
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '10',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 24 more',
          },
          line: 4,
          column: 3,
          endLine: 14,
          endColumn: 5,
        },
      ],
    },
    {
      name: 'sends the records again when something fails after the commit',
      code: confluent(`
import { audit } from './audit.js';
export async function publish(messages) {
  for (let left = 3; left > 0; left -= 1) {
    try {
      await producer.transaction();
      await producer.send({ topic: 'orders', messages });
      await producer.commit();
      await audit(messages);
      return;
    } catch (error) {
      if (!(error instanceof AuditError)) throw error;
    }
  }
}
class AuditError extends Error {}
export const rollBack = () => producer.abort();
`),
      errors: [{ messageId: 'done', data: { line: '8' }, line: 4, column: 3, endLine: 4, endColumn: 42 }],
    },
    {
      name: 'falls back to a standby after a failed commit',
      code: platformatic(`
const standby = new Producer({ clientId: 'standby', bootstrapBrokers: ['other:9092'], idempotent: true, transactionalId: 'orders' });
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  try {
    await transaction.commit();
  } catch (error) {
    const second = await standby.beginTransaction();
    await second.send({ messages });
    await second.commit();
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '7',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 19 more',
          },
          line: 10,
          column: 11,
          endLine: 10,
          endColumn: 36,
        },
      ],
    },
    {
      name: 'repeats everything after any error in a NestJS service',
      code: nestjs(`
export class Orders {
  constructor(private readonly kafka: import('kafkajs').Kafka) {}
  async publish(messages: { value: string }[]) {
    for (let left = 3; left > 0; left -= 1) {
      const producer = this.kafka.producer({ transactionalId: 'orders' });
      try {
        const transaction = await producer.transaction();
        await transaction.send({ topic: 'orders', messages });
        await transaction.commit();
        return;
      } catch (error) {
        await producer.disconnect();
        if (left === 1) throw error;
      }
    }
  }
}
`),
      errors: [
        {
          messageId: 'inDoubt',
          data: {
            line: '10',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 24 more',
          },
          line: 5,
          column: 5,
          endLine: 5,
          endColumn: 44,
        },
      ],
    },
  ],
});
