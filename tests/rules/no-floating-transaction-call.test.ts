import { RuleTester } from '../rule-tester.js';
import { noFloatingTransactionCall } from '../../src/rules/no-floating-transaction-call.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-floating-transaction-call', noFloatingTransactionCall, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'awaits every operation',
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
      name: 'collects the sends and awaits them before the commit',
      code: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  try {
    const sends = [];
    for (const messages of batches) sends.push(transaction.send({ topic: 'orders', messages }));
    await Promise.all(sends);
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'returns the promise',
      code: platformatic(`
export async function finish() {
  const transaction = await producer.beginTransaction();
  return transaction.commit();
}
`),
    },
    {
      name: 'passes a callback',
      code: rdkafka(`
export function finish(done) {
  producer.commitTransaction(5000, done);
}
`),
    },
    {
      name: 'chains the promises',
      code: confluent(`
export const publish = (messages) =>
  producer
    .transaction()
    .then(() => producer.send({ topic: 'orders', messages }))
    .then(() => producer.commit());
export const rollBack = () => producer.abort();
`),
    },
    {
      name: 'awaits the handled rejection of an abort',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch((abortError) => console.error(abortError));
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'awaits a send together with the commit, which waits for it with the Confluent client',
      code: confluent(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  const sent = transaction.send({ topic: 'orders', messages });
  await Promise.all([sent, transaction.commit()]);
}
`),
    },
    {
      name: 'leaves the promise of another library alone',
      code: `
import 'kafkajs';
import { session } from './database.js';
export function save(row) {
  const transaction = session.transaction();
  transaction.send(row);
  transaction.commit();
}
`,
    },
  ],
  invalid: [
    {
      name: 'does not await a send before the commit',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'dropped',
          data: { call: '`send` on line 4' },
          line: 4,
          column: 3,
          endLine: 4,
          endColumn: 50,

          suggestions: [
            {
              messageId: 'waitThenAbort',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'does not await the commit',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  transaction.commit();
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
          messageId: 'dropped',
          data: { call: '`commit` on line 10' },
          line: 10,
          column: 3,
          endLine: 10,
          endColumn: 23,
        },
      ],
    },
    {
      name: 'discards the promise of a send with void',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  void producer.send({ topic: 'orders', messages });
  await producer.commit();
}
export const rollBack = () => producer.abort();
`),
      output: confluent(`
export async function publish(messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await producer.commit();
}
export const rollBack = () => producer.abort();
`),
      errors: [
        {
          messageId: 'dropped',
          data: { call: '`send` on line 4' },
          line: 4,
          column: 8,
          endLine: 4,
          endColumn: 52,
        },
      ],
    },
    {
      name: 'awaits a send after the commit only',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  const sent = transaction.send({ topic: 'orders', messages });
  await transaction.commit();
  await sent;
}
`),
      errors: [
        {
          messageId: 'beforeEnd',
          data: { operation: 'send', line: '5' },
          line: 4,
          column: 16,
          endLine: 4,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'awaits a send of Platformatic after the commit only',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  const sent = transaction.send({ messages });
  await transaction.commit();
  await sent;
}
`),
      errors: [
        {
          messageId: 'beforeEnd',
          data: { operation: 'send', line: '5' },
          line: 4,
          column: 16,
          endLine: 4,
          endColumn: 46,
        },
      ],
    },
    {
      name: 'keeps the promise and never awaits it',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  const committed = transaction.commit();
  console.log('committing');
}
`),
      errors: [
        {
          messageId: 'neverAwaited',
          data: { operation: 'commit' },
          line: 5,
          column: 21,
          endLine: 5,
          endColumn: 41,
        },
      ],
    },
    {
      name: 'drops the promises of an async forEach',
      code: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  batches.forEach(async (messages) => {
    await transaction.send({ topic: 'orders', messages });
  });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'dropped',
          data: { call: '`send` on line 4' },
          line: 4,
          column: 3,
          endLine: 6,
          endColumn: 5,

          suggestions: [
            {
              messageId: 'waitThenAbort',
              output: kafkajs(`
export async function publish(batches) {
  const transaction = await producer.transaction();
  for (const messages of batches) {
    await transaction.send({ topic: 'orders', messages });
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
      name: 'maps to promises that nobody awaits',
      code: platformatic(`
export async function publish(batches) {
  const transaction = await producer.beginTransaction();
  batches.map((messages) => transaction.send({ messages }));
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'dropped',
          data: { call: '`send` on line 4' },
          line: 4,
          column: 3,
          endLine: 4,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'does not await a promisified begin',
      code: rdkafka(`
export async function publish(value) {
  begin();
  producer.produce('orders', null, value);
  await commit();
}
export const rollBack = () => abort();
`),
      output: rdkafka(`
export async function publish(value) {
  await begin();
  producer.produce('orders', null, value);
  await commit();
}
export const rollBack = () => abort();
`),
      errors: [
        {
          messageId: 'dropped',
          data: { call: '`begin` on line 3' },
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 10,
        },
      ],
    },
    {
      name: 'does not await the abort in a NestJS service',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      transaction.abort();
      throw error;
    }
    await transaction.commit();
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
      await transaction.abort().catch((abortError) => {
        throw new AggregateError([error, abortError], 'the transaction was not aborted');
      });
      throw error;
    }
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'dropped',
          data: { call: '`abort` on line 10' },
          line: 10,
          column: 7,
          endLine: 10,
          endColumn: 26,
        },
      ],
    },
  ],
});
