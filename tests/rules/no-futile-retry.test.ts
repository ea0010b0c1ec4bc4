import { RuleTester } from '../rule-tester.js';
import { noFutileRetry } from '../../src/rules/no-futile-retry.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-futile-retry', noFutileRetry, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'tries init again on retriable errors, with a bound',
      code: rdkafka(`
const init = promisify(producer.initTransactions.bind(producer));
export async function start() {
  for (let left = 5; ; left -= 1) {
    try {
      return await init(10000);
    } catch (error) {
      if (left === 0 || !error.isRetriable) throw error;
    }
  }
}
`),
    },
    {
      name: 'makes a new producer for every try',
      code: kafkajs(`
export async function publish(messages) {
  for (let left = 3; ; left -= 1) {
    const own = new Kafka({}).producer({ transactionalId: 'orders-2' });
    try {
      return await own.transaction();
    } catch (error) {
      await own.disconnect();
      if (left === 0) throw error;
    }
  }
}
`),
    },
    {
      name: 'tells its retry library which errors to give up on',
      code: rdkafka(`
import pRetry from 'p-retry';
const init = promisify(producer.initTransactions.bind(producer));
export const start = () => pRetry(() => init(10000), { retries: 5, shouldRetry: ({ error }) => error.isRetriable });
`),
    },
    {
      name: 'goes on to the next batch after an abort',
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
      name: 'repeats a transaction after abortable errors only',
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
    {
      name: 'sends again after a wrong configuration, with a bound',
      code: kafkajs(`
export async function publish(messages) {
  const tx = await producer.transaction();
  try {
    for (let left = 3; ; left -= 1) {
      try {
        await tx.send({ topic: 'orders', messages });
        break;
      } catch (error) {
        if (left === 0 || error.type !== 'TOPIC_AUTHORIZATION_FAILED') throw error;
      }
    }
  } catch (error) {
    await tx.abort().catch(console.error);
    throw error;
  }
  await tx.commit();
}
`),
    },
    {
      name: 'goes on to the next records after a wrong configuration',
      code: kafkajs(`
export async function publish(queue) {
  const tx = await producer.transaction();
  try {
    while (true) {
      const messages = await queue.next();
      try {
        await tx.send({ topic: 'orders', messages });
      } catch (error) {
        if (error.type !== 'TOPIC_AUTHORIZATION_FAILED') throw error;
        await queue.skipped(messages, error);
      }
      if (queue.isEmpty()) break;
    }
  } catch (error) {
    await tx.abort().catch(console.error);
    throw error;
  }
  await tx.abort();
}
`),
    },
    {
      name: 'polls a consumer for ever',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
export async function run() {
  for (;;) {
    try {
      return await consumer.connect();
    } catch (error) {
      console.warn(error);
    }
  }
}
`),
    },
  ],
  invalid: [
    {
      name: 'sends again after a wrong configuration, for ever',
      code: kafkajs(`
export async function publish(messages) {
  const tx = await producer.transaction();
  try {
    while (true) {
      try {
        await tx.send({ topic: 'orders', messages });
        break;
      } catch (error) {
        if (error.type === 'TOPIC_AUTHORIZATION_FAILED') continue;
        throw error;
      }
    }
  } catch (error) {
    await tx.abort().catch(console.error);
    throw error;
  }
  await tx.commit();
}
`),
      errors: [
        {
          messageId: 'endless',
          data: { call: '`send` on line 7', errors: 'TopicAuthorizationException (invalid-configuration)' },
          line: 5,
          column: 5,
          endLine: 5,
          endColumn: 17,
        },
      ],
    },
    {
      name: 'tries begin again on the same producer, fenced or not',
      code: kafkajs(`
export async function open() {
  for (let left = 5; left > 0; left -= 1) {
    try {
      return await producer.transaction();
    } catch (error) {
      console.warn(error);
    }
  }
}
`),
      errors: [
        {
          messageId: 'sameWork',
          data: {
            call: '`begin` on line 5',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 8 more (application-recoverable)',
          },
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'tries init again for ever',
      code: rdkafka(`
export function start(done) {
  producer.initTransactions(10000, (error) => {
    if (error) return setTimeout(() => start(done), 1000);
    done();
  });
}
`),
      errors: [
        {
          messageId: 'sameWork',
          data: {
            call: '`init` on line 3',
            errors:
              'ProducerFencedException and InvalidProducerEpochException (application-recoverable) and 23 more',
          },
          line: 3,
          column: 3,
          endLine: 6,
          endColumn: 5,
        },
      ],
    },
    {
      name: 'tries init again for ever on retriable errors',
      code: rdkafka(`
const init = promisify(producer.initTransactions.bind(producer));
export async function start() {
  for (;;) {
    try {
      return await init(10000);
    } catch (error) {
      if (!error.isRetriable) throw error;
    }
  }
}
`),
      errors: [
        {
          messageId: 'endless',
          data: {
            call: '`init` on line 6',
            errors:
              'TimeoutException (producer-retriable), NotCoordinatorException (producer-refresh-retriable) and 14 more',
          },
          line: 4,
          column: 3,
          endLine: 4,
          endColumn: 11,
        },
      ],
    },
    {
      name: 'repeats the whole transaction after any error with p-retry',
      code: kafkajs(`
import pRetry from 'p-retry';
export const publish = (messages) =>
  pRetry(async () => {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      await transaction.abort();
      throw error;
    }
    await transaction.commit();
  });
`),
      errors: [
        {
          messageId: 'sameWork',
          data: {
            call: '`commit` on line 12',
            errors:
              'ProducerFencedException and InvalidProducerEpochException (application-recoverable) and 24 more',
          },
          line: 4,
          column: 3,
          endLine: 13,
          endColumn: 5,
        },
      ],
    },
    {
      name: 'repeats the transaction in a loop after fencing',
      code: confluent(`
export async function publish(messages) {
  for (let left = 3; left > 0; left -= 1) {
    await producer.transaction();
    try {
      await producer.send({ topic: 'orders', messages });
    } catch (error) {
      await producer.abort();
      if (error.code !== KafkaJS.ErrorCodes.ERR__FENCED) throw error;
      continue;
    }
    return producer.commit();
  }
}
`),
      errors: [
        {
          messageId: 'sameWork',
          data: {
            call: '`send` on line 6',
            errors: 'ProducerFencedException and InvalidProducerEpochException (application-recoverable)',
          },
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'begins again by recursion',
      code: platformatic(`
async function open() {
  try {
    return await producer.beginTransaction();
  } catch (error) {
    console.warn(error);
    return open();
  }
}
export const publish = async (messages) => {
  const transaction = await open();
  await transaction.send({ messages });
  await transaction.commit();
};
`),
      errors: [
        {
          messageId: 'sameWork',
          data: {
            call: '`begin` on line 4',
            errors:
              'ProducerFencedException and InvalidProducerEpochException (application-recoverable) and 24 more',
          },
          line: 7,
          column: 12,
          endLine: 7,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'tries again in a NestJS service',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async open(): Promise<Transaction> {
    const producer: Producer = await this.client.connect();
    for (;;) {
      try {
        return await producer.transaction();
      } catch (error) {
        console.warn(error);
      }
    }
  }
}
`),
      errors: [
        {
          messageId: 'sameWork',
          data: {
            call: '`begin` on line 8',
            errors:
              'ProducerFencedException and InvalidProducerEpochException (application-recoverable) and 21 more',
          },
          line: 6,
          column: 5,
          endLine: 6,
          endColumn: 13,
        },
      ],
    },
  ],
});
