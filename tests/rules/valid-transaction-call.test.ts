import { RuleTester } from '../rule-tester.js';
import { validTransactionCall } from '../../src/rules/valid-transaction-call.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('valid-transaction-call', validTransactionCall, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'keeps the handle',
      code: kafkajs(`
export async function publish(messages, offsets) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: offsets });
  } catch (error) {
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'discards the handle, which is the producer itself',
      code: confluent(`
const consumer = new KafkaJS.Kafka({}).consumer({ kafkaJS: { groupId: 'orders' } });
export async function publish(messages, topics) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await producer.sendOffsets({ consumer, topics });
  await producer.commit();
}
`),
    },
    {
      name: 'passes callbacks',
      code: rdkafka(`
export function publish(value, done) {
  producer.beginTransaction((error) => {
    if (error) return done(error);
    producer.produce('orders', null, value);
    producer.commitTransaction(5000, done);
  });
}
`),
    },
    {
      name: 'adds the offset of a message of a consumer',
      code: platformatic(`
import { Consumer } from '@platformatic/kafka';
const consumer = new Consumer({ groupId: 'orders', clientId: 'orders', bootstrapBrokers: ['kafka:9092'] });
export async function publish(message) {
  const transaction = await producer.beginTransaction();
  await transaction.addConsumer(consumer);
  await transaction.addOffset(message);
  await transaction.commit();
}
`),
    },
    {
      name: 'awaits promisified methods',
      code: rdkafka(`
export async function publish(value) {
  await begin();
  producer.produce('orders', null, value);
  await commit();
}
`),
    },
    {
      name: 'calls a method that an application added',
      code: kafkajs(`
producer.publishOrder = async (order) => {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [order] });
  await transaction.commit();
};
export const publish = (order) => producer.publishOrder(order);
`),
    },
    {
      name: 'hands the transaction to a function of the application',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async within(work: (transaction: Transaction) => Promise<void>) {
    const producer: Producer = await this.client.connect();
    const transaction = await producer.transaction();
    await work(transaction);
    await transaction.commit();
  }
}
`),
    },
  ],
  invalid: [
    {
      name: 'takes the group from a consumer, which does not tell it',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
export async function commitOffsets(topics) {
  const transaction = await producer.transaction();
  await transaction.sendOffsets({ consumerGroupId: consumer.groupId, topics });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'arguments',
          line: 5,
          column: 33,
          endLine: 5,
          endColumn: 78,
          data: {
            client: 'kafkajs',
            operation: 'sendOffsets',
            advice:
              'The client has no `groupId` there, so that it gets undefined. It takes `{ consumerGroupId, topics: [{ topic, partitions: [{ partition, offset }] }] }`.',
          },
        },
      ],
    },
    {
      name: 'discards the handle of kafkajs',
      code: kafkajs(`
export async function publish(messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
}
`),
      errors: [
        {
          messageId: 'discardedHandle',
          data: { client: 'kafkajs' },
          line: 3,
          column: 9,
          endLine: 3,
          endColumn: 31,
        },
      ],
    },
    {
      name: 'passes a function to transaction()',
      code: kafkajs(`
export async function publish(messages) {
  await producer.transaction(async (transaction) => {
    await transaction.send({ topic: 'orders', messages });
  });
}
`),
      errors: [
        {
          messageId: 'uselessCallback',
          data: { client: 'kafkajs' },
          line: 3,
          column: 9,
          endLine: 5,
          endColumn: 5,
        },
      ],
    },
    {
      name: 'passes a function to commit()',
      code: kafkajs(`
export async function finish(done) {
  const transaction = await producer.transaction();
  await transaction.commit(() => done());
}
`),
      errors: [
        {
          messageId: 'ignoredCallback',
          data: { client: 'kafkajs', operation: 'commit' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 41,
        },
      ],
    },
    {
      name: 'passes a function to transaction() of the Confluent client',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction(async () => {
    await producer.send({ topic: 'orders', messages });
  });
}
`),
      errors: [
        {
          messageId: 'uselessCallback',
          data: { client: '@confluentinc/kafka-javascript' },
          line: 3,
          column: 9,
          endLine: 5,
          endColumn: 5,
        },
      ],
    },
    {
      name: 'awaits a method of node-rdkafka that takes a callback',
      code: rdkafka(`
export async function finish() {
  await producer.commitTransaction(5000);
}
`),
      errors: [
        {
          messageId: 'noPromise',
          data: { client: 'node-rdkafka' },
          line: 3,
          column: 9,
          endLine: 3,
          endColumn: 41,
        },
      ],
    },
    {
      name: 'calls commitTransaction of a transaction of kafkajs',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commitTransaction();
}
`),
      errors: [
        {
          messageId: 'foreignMethod',
          data: { client: 'kafkajs', method: 'commitTransaction', advice: 'Use `commit()`.' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 40,
          suggestions: [
            {
              messageId: 'rename',
              data: { name: 'commit' },
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
      name: 'calls sendOffsets of a transaction of Platformatic',
      code: platformatic(`
export async function publish(offsets) {
  const transaction = await producer.beginTransaction();
  await transaction.sendOffsets({ consumerGroupId: 'orders', topics: offsets });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'foreignMethod',
          data: {
            client: '@platformatic/kafka',
            method: 'sendOffsets',
            advice: 'Use `addConsumer()` and `addOffset()`.',
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 80,
        },
      ],
    },
    {
      name: 'gives kafkajs the consumer that the Confluent client wants',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
export async function publish(topics) {
  const transaction = await producer.transaction();
  await transaction.sendOffsets({ consumer, topics });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'arguments',
          data: {
            client: 'kafkajs',
            operation: 'sendOffsets',
            advice:
              'It takes `{ consumerGroupId, topics: [{ topic, partitions: [{ partition, offset }] }] }`.',
          },
          line: 5,
          column: 33,
          endLine: 5,
          endColumn: 53,
        },
      ],
    },
    {
      name: 'gives the Confluent client the group that kafkajs wants',
      code: confluent(`
export async function publish(topics) {
  await producer.transaction();
  await producer.sendOffsets({ consumerGroupId: 'orders', topics });
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'arguments',
          data: {
            client: '@confluentinc/kafka-javascript',
            operation: 'sendOffsets',
            advice: 'It takes `{ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] }`.',
          },
          line: 4,
          column: 30,
          endLine: 4,
          endColumn: 67,
        },
      ],
    },
    {
      name: 'discards the handle of a NestJS client',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    await producer.transaction();
    await producer.send({ topic: 'orders', messages });
  }
}
`),
      errors: [
        {
          messageId: 'discardedHandle',
          data: { client: 'kafkajs' },
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 33,
        },
      ],
    },
    {
      name: 'sends offsets by the name and with the arguments of librdkafka',
      code: confluent(`
export async function forward(consumer, topic, messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await producer.sendOffsetsToTransaction([{ topic, partition: 0, offset: 1 }], consumer);
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'foreignMethod',
          data: {
            client: '@confluentinc/kafka-javascript',
            method: 'sendOffsetsToTransaction',
            advice: 'Use `sendOffsets()`.',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 90,

          suggestions: [
            {
              messageId: 'renameThenRest',
              data: { name: 'sendOffsets' },
              output: confluent(`
export async function forward(consumer, topic, messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await producer.sendOffsets([{ topic, partition: 0, offset: 1 }], consumer);
  await producer.commit();
}
`),
            },
          ],
        },
      ],
    },
  ],
});
