import { RuleTester } from '../rule-tester.js';
import { requireApplicationRecoverablePath } from '../../src/rules/require-application-recoverable-path.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('require-application-recoverable-path', requireApplicationRecoverablePath, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'rethrows the error',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw new Error('orders not published', { cause: error });
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'rethrows all but what an abort cures',
      code: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (!error.isTxnRequiresAbort) throw error;
    await abort();
  }
}
`),
    },
    {
      name: 'closes the producer',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
    await producer.commit();
  } catch (error) {
    console.error(error);
    await producer.disconnect();
  }
}
`),
    },
    {
      name: 'returns the error as a value',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
    await transaction.commit();
    return { ok: true };
  } catch (error) {
    return { ok: false, error };
  }
}
`),
    },
    {
      name: 'hands the error to the callback',
      code: rdkafka(`
export function start(done) {
  producer.initTransactions(10000, (error) => {
    if (error) console.error(error);
    done(error);
  });
}
`),
    },
    {
      name: 'ends the process',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
`),
    },
    {
      name: 'collects the errors and throws them later',
      code: kafkajs(`
export async function publishAll(batches) {
  const failures = [];
  for (const messages of batches) {
    const own = new Kafka({}).producer({ transactionalId: 'orders-' + messages.id });
    const transaction = await own.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      failures.push(error);
    } finally {
      await own.disconnect();
    }
  }
  if (failures.length > 0) throw new AggregateError(failures);
}
`),
    },
  ],
  invalid: [
    {
      name: 'only logs the error of a commit',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  try {
    await transaction.commit();
  } catch (error) {
    console.error(error);
  }
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  try {
    await transaction.commit();
  } catch (error) {
    console.error(error);
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'swallowed',
          data: {
            call: '`commit` on line 6',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 10 more (application-recoverable)',
          },
          line: 7,
          column: 5,
          endLine: 7,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'swallows the error after an abort',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    return;
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
          messageId: 'swallowed',
          data: {
            call: '`send` on line 5',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 15 more (application-recoverable)',
          },
          line: 6,
          column: 5,
          endLine: 6,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'rethrows spent retries only',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    if (error.name === 'KafkaJSNumberOfRetriesExceeded') throw error;
    console.warn(error);
  }
}
`),
      output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } catch (error) {
    if (error.name === 'KafkaJSNumberOfRetriesExceeded') throw error;
    console.warn(error);
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'swallowed',
          data: {
            call: '`commit` on line 6',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 10 more (application-recoverable)',
          },
          line: 7,
          column: 5,
          endLine: 7,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'tells its callback that all went well',
      code: rdkafka(`
export function finish(done) {
  producer.commitTransaction(10000, (error) => {
    if (error) console.error(error);
    done();
  });
}
`),
      errors: [
        {
          messageId: 'swallowed',
          data: {
            call: '`commit` on line 3',
            errors:
              'ProducerFencedException and InvalidProducerEpochException (application-recoverable) and 6 more',
          },
          line: 3,
          column: 37,
          endLine: 3,
          endColumn: 47,

          suggestions: [
            {
              messageId: 'callBack',
              data: { name: 'error' },
              output: rdkafka(`
export function finish(done) {
  producer.commitTransaction(10000, (error) => {
    if (error) console.error(error);
    done(error);
  });
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'logs the error of connect, which initialises the transactions',
      code: confluent(`
export async function start() {
  try {
    await producer.connect();
  } catch (error) {
    console.error(error);
  }
}
`),
      output: confluent(`
export async function start() {
  try {
    await producer.connect();
  } catch (error) {
    console.error(error);
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'swallowed',
          data: {
            call: '`init` on line 4',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 10 more (application-recoverable)',
          },
          line: 5,
          column: 5,
          endLine: 5,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'counts the rejection and goes on',
      code: platformatic(`
const failures = { count: 0 };
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  await transaction.commit().catch(() => {
    failures.count += 1;
  });
}
`),
      errors: [
        {
          messageId: 'swallowed',
          data: {
            call: '`commit` on line 6',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 12 more (application-recoverable)',
          },
          line: 6,
          column: 36,
          endLine: 6,
          endColumn: 41,

          suggestions: [
            {
              messageId: 'rethrow',
              data: { name: 'error' },
              output: platformatic(`
const failures = { count: 0 };
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  await transaction.commit().catch((error) => {
    failures.count += 1;
    throw error;
  });
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'throws the error away by a return in finally',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
    await producer.commit();
  } finally {
    return;
  }
}
export const rollBack = () => producer.abort();
`),
      errors: [
        {
          messageId: 'swallowed',
          data: {
            call: '`commit` on line 6',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 25 more (application-recoverable)',
          },
          line: 7,
          column: 13,
          endLine: 9,
          endColumn: 4,
        },
      ],
    },
    {
      name: 'swallows every error of a NestJS service',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    try {
      const transaction: Transaction = await producer.transaction();
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      console.error(error);
    }
  }
}
`),
      output: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    try {
      const transaction: Transaction = await producer.transaction();
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      console.error(error);
      throw error;
    }
  }
}
`),
      errors: [
        {
          messageId: 'swallowed',
          data: {
            call: '`commit` on line 9',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 10 more (application-recoverable)',
          },
          line: 10,
          column: 7,
          endLine: 10,
          endColumn: 20,
        },
      ],
    },
  ],
});
