import { RuleTester } from '../rule-tester.js';
import { requireTransactionEnd } from '../../src/rules/require-transaction-end.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('require-transaction-end', requireTransactionEnd, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'aborts what cannot be committed',
      code: kafkajs(`
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
    },
    {
      name: 'closes the producer in finally',
      code: kafkajs(`
export async function publish(messages) {
  const own = new Kafka({}).producer({ transactionalId: 'orders-2' });
  try {
    const transaction = await own.transaction();
    await transaction.send({ topic: 'orders', messages });
    await transaction.commit();
  } finally {
    await own.disconnect();
  }
}
`),
    },
    {
      name: 'returns the transaction to the caller',
      code: platformatic(`
export async function open() {
  const transaction = await producer.beginTransaction();
  return transaction;
}
`),
    },
    {
      name: 'leaves the transaction of a parameter to the caller',
      code: nestjs(`
export class Orders {
  async add(transaction: Transaction, messages: { value: string }[]) {
    await transaction.send({ topic: 'orders', messages });
  }
}
`),
    },
    {
      name: 'leaves the end to another function of the file',
      code: confluent(`
export async function start() {
  await producer.transaction();
}
export async function stop() {
  await producer.commit();
}
export const rollBack = () => producer.abort();
`),
    },
    {
      name: 'keeps the transaction in a field',
      code: kafkajs(`
export class Session {
  async open() {
    this.transaction = await producer.transaction();
    await this.transaction.send({ topic: 'orders', messages: [] });
  }
}
`),
    },
    {
      name: 'ends the process',
      code: rdkafka(`
export async function publish(value) {
  await begin();
  try {
    producer.produce('orders', null, value);
    await commit();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
`),
    },
  ],
  invalid: [
    {
      name: 'leaves the transaction open when a send fails',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'throws',
          line: 3,
          column: 29,
          endLine: 3,
          endColumn: 51,
          suggestions: [
            {
              messageId: 'wrap',
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
            },
          ],
        },
      ],
    },
    {
      name: 'returns early',
      code: kafkajs(`
export async function publish(order) {
  const transaction = await producer.transaction();
  try {
    if (order.cancelled) return;
    await transaction.send({ topic: 'orders', messages: [order] });
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'returns',
          line: 3,
          column: 29,
          endLine: 3,
          endColumn: 51,
          suggestions: [
            {
              messageId: 'abortBeforeOnce',
              output: kafkajs(`
export async function publish(order) {
  const transaction = await producer.transaction();
  try {
    if (order.cancelled) {
      await transaction.abort();
      return;
    }
    await transaction.send({ topic: 'orders', messages: [order] });
  } catch (error) {
    await transaction.abort();
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
      name: 'aborts after some errors only',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error.name === 'KafkaJSProtocolError') await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'throws', line: 3, column: 29, endLine: 3, endColumn: 51 }],
    },
    {
      name: 'begins the next one in a loop',
      code: platformatic(`
export async function publish(batches) {
  for (const messages of batches) {
    const transaction = await producer.beginTransaction();
    try {
      await transaction.send({ messages });
    } catch (error) {
      console.warn(error);
      continue;
    }
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'again',
          data: { line: '4' },
          line: 4,
          column: 31,
          endLine: 4,
          endColumn: 58,
          suggestions: [
            {
              messageId: 'abortBefore',
              output: platformatic(`
export async function publish(batches) {
  for (const messages of batches) {
    const transaction = await producer.beginTransaction();
    try {
      await transaction.send({ messages });
    } catch (error) {
      console.warn(error);
      await transaction.abort().catch((abortError) => {
        throw new AggregateError([error, abortError], 'the transaction was not aborted');
      });
      continue;
    }
    await transaction.commit();
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'throws between begin and try',
      code: kafkajs(`
export async function publish(order) {
  const transaction = await producer.transaction();
  if (!order.id) throw new TypeError('no id');
  try {
    await transaction.send({ topic: 'orders', messages: [order] });
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'throws',
          line: 3,
          column: 29,
          endLine: 3,
          endColumn: 51,
          suggestions: [
            {
              messageId: 'abortBefore',
              output: kafkajs(`
export async function publish(order) {
  const transaction = await producer.transaction();
  if (!order.id) {
    await transaction.abort().catch((abortError) => {
      throw new AggregateError([new TypeError('no id'), abortError], 'the transaction was not aborted');
    });
    throw new TypeError('no id');
  }
  try {
    await transaction.send({ topic: 'orders', messages: [order] });
  } catch (error) {
    await transaction.abort();
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
      name: 'has the handle in the try and another one in the catch',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    let transaction: Transaction | undefined;
    try {
      const transaction = await producer.transaction();
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      await transaction?.abort();
      throw error;
    }
  }
}
`),
      errors: [
        {
          messageId: 'throws',
          line: 8,
          column: 33,
          endLine: 8,
          endColumn: 55,
          suggestions: [
            {
              messageId: 'assignThenCommit',
              data: { name: 'transaction' },
              output: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    let transaction: Transaction | undefined;
    try {
      transaction = await producer.transaction();
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      await transaction?.abort();
      throw error;
    }
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'nobody in the file can end the transaction of a private producer',
      code: rdkafka(`
const own = new Kafka.Producer({ 'transactional.id': 'orders-2' });
export function publish(values, done) {
  own.beginTransaction((error) => {
    if (error) return done(error);
    if (values.length === 0) return done();
    values.forEach((value) => own.produce('orders', null, value));
    own.commitTransaction(5000, done);
  });
}
`),
      errors: [{ messageId: 'returns', line: 4, column: 3, endLine: 9, endColumn: 5 }],
    },
    {
      name: 'a private producer of the Confluent client without abort or close',
      code: confluent(`
export async function publish(order) {
  await producer.transaction();
  if (order.cancelled) return;
  await producer.send({ topic: 'orders', messages: [order] });
  await producer.commit();
}
`),
      errors: [{ messageId: 'returns', line: 3, column: 9, endLine: 3, endColumn: 31 }],
    },
  ],
});
