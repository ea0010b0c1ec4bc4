import { RuleTester } from '../rule-tester.js';
import { requireNextOffset } from '../../src/rules/require-next-offset.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('require-next-offset', requireNextOffset, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'adds one by BigInt',
      code: kafkajs(`
export async function store(topic, partition, message) {
  const transaction = await producer.transaction();
  await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
  await transaction.commit();
}
`),
    },
    {
      name: 'adds one by Number in a run of eachMessage',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }] });
    await transaction.commit();
  },
});
`),
    },
    {
      name: 'adds one to a number of its own records',
      code: kafkajs(`
interface Job { value: string; offset: number }
export async function store(topic: string, partition: number, job: Job) {
  const transaction = await producer.transaction();
  await transaction.send({ topic, messages: [{ value: job.value }] });
  await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: String(job.offset + 1) }] }] });
  await transaction.commit();
}
`),
    },
    {
      name: 'adds one to the number of a record of node-rdkafka',
      code: rdkafka(`
const consumer = new Kafka.KafkaConsumer({ 'group.id': 'orders' });
consumer.on('data', (message) => {
  producer.sendOffsetsToTransaction([{ topic: message.topic, partition: message.partition, offset: message.offset + 1 }], consumer, () => {});
});
`),
    },
    {
      name: 'takes the position of the consumer',
      code: rdkafka(`
const consumer = new Kafka.KafkaConsumer({ 'group.id': 'orders' });
export function store(done) {
  producer.sendOffsetsToTransaction(consumer.position(), consumer, done);
}
`),
    },
    {
      name: 'takes offsets from elsewhere',
      code: confluent(`
export async function store(consumer, topics) {
  await producer.transaction();
  await producer.sendOffsets({ consumer, topics });
  await producer.commit();
}
`),
    },
    {
      name: 'leaves the addition to addOffset',
      code: platformatic(`
export async function store(message) {
  const transaction = await producer.beginTransaction();
  await transaction.addOffset(message);
  await transaction.commit();
}
`),
    },
    {
      name: 'takes the uncommitted offsets of a batch',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachBatch: async ({ uncommittedOffsets }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', ...uncommittedOffsets() });
    await transaction.commit();
  },
});
`),
    },
  ],
  invalid: [
    {
      name: 'appends a digit to the string of the offset',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: message.offset + 1 }] }] });
    await transaction.commit();
  },
});
`),
      output: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
    await transaction.commit();
  },
});
`),
      errors: [{ messageId: 'appendedDigit', line: 6, column: 108, endLine: 6, endColumn: 134 }],
    },
    {
      name: 'makes a string of the string with a digit',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: String(message.offset + 1) }] }] });
    await transaction.commit();
  },
});
`),
      output: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
    await transaction.commit();
  },
});
`),
      errors: [{ messageId: 'appendedDigit', line: 6, column: 108, endLine: 6, endColumn: 142 }],
    },
    {
      name: 'appends a digit in a template',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: \`\${message.offset + 1}\` }] }] });
    await transaction.commit();
  },
});
`),
      output: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
    await transaction.commit();
  },
});
`),
      errors: [{ messageId: 'appendedDigit', line: 6, column: 108, endLine: 6, endColumn: 139 }],
    },
    {
      name: 'sends the offset of the message in eachMessage',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: message.offset }] }] });
    await transaction.commit();
  },
});
`),
      output: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
    await transaction.commit();
  },
});
`),
      errors: [{ messageId: 'rawOffset', line: 6, column: 108, endLine: 6, endColumn: 130 }],
    },
    {
      name: 'sends the last offset of a batch',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachBatch: async ({ batch }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: batch.lastOffset() }] }] });
    await transaction.commit();
  },
});
`),
      output: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachBatch: async ({ batch }) => {
    const transaction = await producer.transaction();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: (BigInt(batch.lastOffset()) + 1n).toString() }] }] });
    await transaction.commit();
  },
});
`),
      errors: [{ messageId: 'rawOffset', line: 6, column: 138, endLine: 6, endColumn: 164 }],
    },
    {
      name: 'sends the offset of the last message',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachBatch: async ({ batch: { topic, partition, messages } }) => {
    const transaction = await producer.transaction();
    const { offset } = messages[messages.length - 1];
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset }] }] });
    await transaction.commit();
  },
});
`),
      output: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
await consumer.run({
  eachBatch: async ({ batch: { topic, partition, messages } }) => {
    const transaction = await producer.transaction();
    const { offset } = messages[messages.length - 1];
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: (BigInt(offset) + 1n).toString() }] }] });
    await transaction.commit();
  },
});
`),
      errors: [{ messageId: 'rawOffset', line: 7, column: 108, endLine: 7, endColumn: 114 }],
    },
    {
      name: 'sends the offset of the message with the Confluent client',
      code: confluent(`
const consumer = new KafkaJS.Kafka({}).consumer({ kafkaJS: { groupId: 'orders' } });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    await producer.transaction();
    await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: message.offset }] }] });
    await producer.commit();
  },
});
`),
      output: confluent(`
const consumer = new KafkaJS.Kafka({}).consumer({ kafkaJS: { groupId: 'orders' } });
await consumer.run({
  eachMessage: async ({ topic, partition, message }) => {
    await producer.transaction();
    await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
    await producer.commit();
  },
});
`),
      errors: [{ messageId: 'rawOffset', line: 6, column: 88, endLine: 6, endColumn: 110 }],
    },
    {
      name: 'sends the offset of a message of node-rdkafka',
      code: rdkafka(`
const consumer = new Kafka.KafkaConsumer({ 'group.id': 'orders' });
consumer.on('data', (message) => {
  const { topic, partition, offset } = message;
  producer.produce('copies', null, message.value);
  producer.sendOffsetsToTransaction([{ topic, partition, offset }], consumer, (error) => {
    if (error) throw error;
  });
});
`),
      output: rdkafka(`
const consumer = new Kafka.KafkaConsumer({ 'group.id': 'orders' });
consumer.on('data', (message) => {
  const { topic, partition, offset } = message;
  producer.produce('copies', null, message.value);
  producer.sendOffsetsToTransaction([{ topic, partition, offset: offset + 1 }], consumer, (error) => {
    if (error) throw error;
  });
});
`),
      errors: [{ messageId: 'rawOffset', line: 6, column: 58, endLine: 6, endColumn: 64 }],
    },
    {
      name: 'sends the record itself with node-rdkafka',
      code: rdkafka(`
const consumer = new Kafka.KafkaConsumer({ 'group.id': 'orders' });
consumer.on('data', (message) => {
  producer.produce('copies', null, message.value);
  producer.sendOffsetsToTransaction([message], consumer, (error) => {
    if (error) throw error;
  });
});
`),
      errors: [{ messageId: 'rawRecord', line: 5, column: 3, endLine: 7, endColumn: 5 }],
    },
    {
      name: 'sends the offset of the message of a Kafka context',
      code: nestjs(`
import { KafkaContext } from '@nestjs/microservices';
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async handle(context: KafkaContext) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    const { offset } = context.getMessage();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic: context.getTopic(), partitions: [{ partition: context.getPartition(), offset }] }] });
    await transaction.commit();
  }
}
`),
      output: nestjs(`
import { KafkaContext } from '@nestjs/microservices';
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async handle(context: KafkaContext) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    const { offset } = context.getMessage();
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic: context.getTopic(), partitions: [{ partition: context.getPartition(), offset: (BigInt(offset) + 1n).toString() }] }] });
    await transaction.commit();
  }
}
`),
      errors: [{ messageId: 'rawOffset', line: 9, column: 152, endLine: 9, endColumn: 158 }],
    },
  ],
});
