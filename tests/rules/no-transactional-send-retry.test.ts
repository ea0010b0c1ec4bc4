import { RuleTester } from '../rule-tester.js';
import { noTransactionalSendRetry } from '../../src/rules/no-transactional-send-retry.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-transactional-send-retry', noTransactionalSendRetry, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'aborts and begins again before it sends again',
      code: kafkajs(`
export async function publish(messages) {
  for (let left = 3; left > 0; left -= 1) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      await transaction.abort().catch(() => {});
      if (left === 1 || error.name !== 'KafkaJSNumberOfRetriesExceeded') throw error;
      continue;
    }
    return transaction.commit();
  }
}
`),
    },
    {
      name: 'sends other records after a failed send',
      code: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  try {
    for (const messages of batches) await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'calls sendOffsets again, which may be resumed',
      code: rdkafka(`
const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
export async function store(offsets, consumer) {
  for (let left = 3; left > 0; left -= 1) {
    try {
      return await sendOffsets(offsets, consumer);
    } catch (error) {
      if (left === 1 || !error.isRetriable) throw error;
    }
  }
}
`),
    },
    {
      name: 'drains a full queue and produces again',
      code: rdkafka(`
export function add(value) {
  try {
    producer.produce('orders', null, value);
  } catch (error) {
    if (error.code !== Kafka.CODES.ERRORS.ERR__QUEUE_FULL) throw error;
    producer.poll();
    producer.produce('orders', null, value);
  }
}
`),
    },
    {
      name: 'retries the whole transaction with p-retry',
      code: confluent(`
import pRetry from 'p-retry';
export const publish = (messages) =>
  pRetry(async () => {
    await producer.transaction();
    try {
      await producer.send({ topic: 'orders', messages });
    } catch (error) {
      await producer.abort();
      throw error;
    }
  }, { retries: 2 });
`),
    },
    {
      name: 'retries a send of a producer without transactions',
      code: `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['kafka:9092'] }).producer();
export async function publish(messages) {
  for (;;) {
    try {
      return await producer.send({ topic: 'orders', messages });
    } catch (error) {
      console.warn(error);
    }
  }
}
`,
    },
    {
      name: 'retries a request of another library that is called send',
      code: `
import 'kafkajs';
import { queue } from './queue.js';
export async function publish(message) {
  const transaction = await queue.transaction();
  for (;;) {
    try {
      return await transaction.send(message);
    } catch (error) {
      console.warn(error);
    }
  }
}
`,
    },
  ],
  invalid: [
    {
      name: 'sends again in a for loop after spent retries',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  for (let left = 3; ; left -= 1) {
    try {
      await transaction.send({ topic: 'orders', messages });
      break;
    } catch (error) {
      if (left === 0 || error.name !== 'KafkaJSNumberOfRetriesExceeded') throw error;
    }
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'loop',
          data: {
            call: '`send` on line 6',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 15 more',
          },
          line: 4,
          column: 3,
          endLine: 4,
          endColumn: 34,
        },
      ],
    },
    {
      name: 'sends again in the handler',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.send({ topic: 'orders', messages });
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'handler',
          data: {
            call: '`send` on line 5',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 15 more',
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'calls itself in the handler',
      code: kafkajs(`
async function send(transaction, messages) {
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await send(transaction, messages);
  }
}
export async function publish(messages) {
  const transaction = await producer.transaction();
  await send(transaction, messages);
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'loop',
          data: {
            call: '`send` on line 4',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 15 more',
          },
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 38,

          suggestions: [
            {
              messageId: 'sendOnceThenAbort',
              data: { name: 'error' },
              output: kafkajs(`
async function send(transaction, messages) {
  await transaction.send({ topic: 'orders', messages });
}
export async function publish(messages) {
  const transaction = await producer.transaction();
  await send(transaction, messages);
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'repeats the send alone with p-retry',
      code: kafkajs(`
import pRetry from 'p-retry';
export async function publish(messages) {
  const transaction = await producer.transaction();
  await pRetry(() => transaction.send({ topic: 'orders', messages }), { retries: 3 });
  await transaction.commit();
}
`),
      output: kafkajs(`
import pRetry from 'p-retry';
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'loop',
          data: {
            call: '`send` on line 5',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 15 more',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 86,
        },
      ],
    },
    {
      name: 'sends again on REQUEST_TIMED_OUT in a while loop',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  let sent = false;
  while (!sent) {
    try {
      await producer.send({ topic: 'orders', messages });
      sent = true;
    } catch (error) {
      if (error.code !== KafkaJS.ErrorCodes.ERR_REQUEST_TIMED_OUT) {
        await producer.abort();
        throw error;
      }
    }
  }
  await producer.commit();
}
`),
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
      errors: [
        {
          messageId: 'loop',
          data: { call: '`send` on line 7', errors: 'TimeoutException (producer-retriable)' },
          line: 5,
          column: 3,
          endLine: 5,
          endColumn: 16,
        },
      ],
    },
    {
      name: 'sends again in a rejection handler',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages }).catch(() => transaction.send({ messages }));
  await transaction.commit();
}
`),
      output: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'handler',
          data: {
            call: '`send` on line 4',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 17 more',
          },
          line: 4,
          column: 52,
          endLine: 4,
          endColumn: 82,
        },
      ],
    },
    {
      name: 'produces again in a timer of the delivery callback',
      code: rdkafka(`
import { HighLevelProducer } from 'node-rdkafka';
const high = new HighLevelProducer({ 'transactional.id': 'orders-2' });
function produce(value, done) {
  high.produce('orders', null, value, null, null, (error) => {
    if (error && error.code === Kafka.CODES.ERRORS.ERR_REQUEST_TIMED_OUT) setTimeout(() => produce(value, done), 100);
    else done(error);
  });
}
export function publish(value, done) {
  high.beginTransaction((error) => {
    if (error) return done(error);
    produce(value, done);
  });
}
`),
      errors: [
        {
          messageId: 'loop',
          data: { call: '`send` on line 5', errors: 'TimeoutException (producer-retriable)' },
          line: 5,
          column: 3,
          endLine: 8,
          endColumn: 5,
        },
      ],
    },
    {
      name: 'sends again in a service of NestJS',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    for (;;) {
      try {
        await transaction.send({ topic: 'orders', messages });
        break;
      } catch (error) {
        console.warn(error);
      }
    }
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'loop',
          data: {
            call: '`send` on line 9',
            errors:
              'TimeoutException (producer-retriable), NotLeaderOrFollowerException (producer-refresh-retriable) and 15 more',
          },
          line: 7,
          column: 5,
          endLine: 7,
          endColumn: 13,

          suggestions: [
            {
              messageId: 'sendOnceThenAbort',
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
