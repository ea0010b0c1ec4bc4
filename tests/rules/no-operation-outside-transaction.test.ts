import { RuleTester } from '../rule-tester.js';
import { noOperationOutsideTransaction } from '../../src/rules/no-operation-outside-transaction.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-operation-outside-transaction', noOperationOutsideTransaction, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'sends through the transaction',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
    },
    {
      name: 'sends through the producer, which is in the transaction',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await producer.commit();
}
`),
    },
    {
      name: 'sends through the producer before the transaction begins',
      code: kafkajs(`
export async function publish(messages) {
  await producer.send({ topic: 'log', messages });
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
    },
    {
      name: 'sends through another producer',
      code: kafkajs(`
const plain = new Kafka({}).producer();
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await plain.send({ topic: 'log', messages });
  await transaction.commit();
}
`),
    },
    {
      name: 'sends the offsets with the transaction',
      code: kafkajs(`
export async function publish(messages, offsets) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.sendOffsets({ consumerGroupId: 'orders', topics: offsets });
  await transaction.commit();
}
`),
    },
    {
      name: 'commits the offsets when the transaction has ended',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
export async function publish(messages, offsets) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.commit();
  await consumer.commitOffsets(offsets);
}
`),
    },
  ],
  invalid: [
    {
      name: 'sends through the producer while the transaction is open',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'outside',
          data: { line: '3', client: 'kafkajs' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 53,
          suggestions: [
            {
              messageId: 'sendInside',
              data: { name: 'transaction' },
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
      name: 'sends a batch through the producer',
      code: kafkajs(`
export async function publish(messages, topicMessages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await producer.sendBatch({ topicMessages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'outside',
          data: { line: '3', client: 'kafkajs' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 46,
          suggestions: [
            {
              messageId: 'sendInside',
              data: { name: 'transaction' },
              output: kafkajs(`
export async function publish(messages, topicMessages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await transaction.sendBatch({ topicMessages });
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'sends through the producer, which the client rejects',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  await producer.send({ messages });
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'rejects',
          data: { line: '3', client: '@platformatic/kafka' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 36,
          suggestions: [
            {
              messageId: 'sendInside',
              data: { name: 'transaction' },
              output: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  await transaction.send({ messages });
  await transaction.send({ messages });
  await transaction.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'commits offsets through a consumer of kafkajs',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
export async function publish(messages, offsets) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  await consumer.commitOffsets(offsets);
  await transaction.commit();
}
`),
      errors: [{ messageId: 'consumer', data: { line: '4' }, line: 6, column: 9, endLine: 6, endColumn: 40 }],
    },
    {
      name: 'commits offsets through a consumer of the Confluent client',
      code: confluent(`
const consumer = new KafkaJS.Kafka({}).consumer({ kafkaJS: { groupId: 'orders' } });
export async function publish(messages, offsets) {
  await producer.transaction();
  await producer.send({ topic: 'orders', messages });
  await consumer.commitOffsets(offsets);
  await producer.commit();
}
export const rollBack = () => producer.abort();
`),
      errors: [{ messageId: 'consumer', data: { line: '4' }, line: 6, column: 9, endLine: 6, endColumn: 40 }],
    },
    {
      name: 'commits a message through a consumer of node-rdkafka',
      code: rdkafka(`
const consumer = new Kafka.KafkaConsumer({ 'group.id': 'orders' });
export async function publish(message) {
  await begin();
  producer.produce('orders', null, message.value);
  consumer.commitMessage(message);
  await commit();
}
`),
      errors: [{ messageId: 'consumer', data: { line: '4' }, line: 6, column: 3, endLine: 6, endColumn: 34 }],
    },
    {
      name: 'sends through the producer of a NestJS client',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
    await producer.send({ topic: 'log', messages });
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'outside',
          data: { line: '6', client: 'kafkajs' },
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 52,
          suggestions: [
            {
              messageId: 'sendInside',
              data: { name: 'transaction' },
              output: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    await transaction.send({ topic: 'orders', messages });
    await transaction.send({ topic: 'log', messages });
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
