import { RuleTester } from '../rule-tester.js';
import { requireNextOffset } from '../../src/rules/require-next-offset.js';
import { confluent, kafkajs, rdkafka } from '../rules/clients.js';

new RuleTester().run('what require-next-offset offers', requireNextOffset, {
  valid: [],
  invalid: [
    {
      name: 'adds one to a string of digits',
      code: kafkajs(`
export async function publish({ topic, partition, message }) {
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: message.offset /* here */ }] }] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish({ topic, partition, message }) {
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() /* here */ }] }] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'rawOffset' }],
    },
    {
      name: 'keeps String around what is a string',
      code: kafkajs(`
export async function publish({ topic, partition, message }) {
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: String(message.offset) }] }] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish({ topic, partition, message }) {
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: String(BigInt(message.offset) + 1n) }] }] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'rawOffset' }],
    },
    {
      name: 'adds one to a property that is only named',
      code: confluent(`
export async function publish({ topic, partition, message: { offset } }, consumer) {
  await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] });
}
`),
      output: confluent(`
export async function publish({ topic, partition, message: { offset } }, consumer) {
  await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: (BigInt(offset) + 1n).toString() }] }] });
}
`),
      errors: [{ messageId: 'rawOffset' }],
    },
    {
      name: 'offers nothing where BigInt is something else',
      code: kafkajs(`
import BigInt from 'big-integer';
export async function publish({ topic, partition, message }) {
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions: [{ partition, offset: message.offset }] }] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}

export const one = BigInt(1);
`),
      errors: [{ messageId: 'rawOffset' }],
    },
    {
      name: 'adds one to a number',
      code: rdkafka(`
export function publish({ topic, partition, offset, value }, consumer, done) {
  console.log(value);
  producer.sendOffsetsToTransaction([{ topic, partition, offset }], consumer, 5000, done);
}
`),
      output: rdkafka(`
export function publish({ topic, partition, offset, value }, consumer, done) {
  console.log(value);
  producer.sendOffsetsToTransaction([{ topic, partition, offset: offset + 1 }], consumer, 5000, done);
}
`),
      errors: [{ messageId: 'rawOffset' }],
    },
    {
      name: 'offers nothing for a number that was made a string',
      code: rdkafka(`
export function publish(message, consumer, done) {
  console.log(message.value);
  producer.sendOffsetsToTransaction([{ topic: message.topic, partition: message.partition, offset: String(message.offset) }], consumer, 5000, done);
}
`),
      errors: [{ messageId: 'rawOffset' }],
    },
    {
      name: 'asks a person where others may read the offset, too',
      code: kafkajs(`
export const positionOf = ({ topic, partition, message }) => ({ topics: [{ topic, partitions: [{ partition, offset: message.offset }] }] });
export async function publish(payload) {
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', ...positionOf(payload) });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'rawOffset',
          suggestions: [
            {
              messageId: 'addOne',
              output: kafkajs(`
export const positionOf = ({ topic, partition, message }) => ({ topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
export async function publish(payload) {
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', ...positionOf(payload) });
  } catch (error) {
    await transaction.abort().catch(() => {});
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
      name: 'adds one in a variable that only the call reads',
      code: kafkajs(`
export async function publish({ topic, partition, message }) {
  const partitions = [{ partition, offset: message.offset }];
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions }] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      output: kafkajs(`
export async function publish({ topic, partition, message }) {
  const partitions = [{ partition, offset: (BigInt(message.offset) + 1n).toString() }];
  const transaction = await producer.transaction();
  try {
    await transaction.sendOffsets({ consumerGroupId: 'orders', topics: [{ topic, partitions }] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'rawOffset' }],
    },
  ],
});
