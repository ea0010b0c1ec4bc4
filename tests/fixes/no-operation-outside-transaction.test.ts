import { RuleTester } from '../rule-tester.js';
import { noOperationOutsideTransaction } from '../../src/rules/no-operation-outside-transaction.js';
import { kafkajs } from '../rules/clients.js';

new RuleTester().run('what no-operation-outside-transaction offers', noOperationOutsideTransaction, {
  valid: [],
  invalid: [
    {
      name: 'asks a person to send through the transaction',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await producer.send({ topic: 'audit', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'outside',
          suggestions: [
            {
              messageId: 'sendInside',
              data: { name: 'transaction' },
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.send({ topic: 'audit', messages });
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
      name: 'asks a person to send a batch through the transaction',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await producer.sendBatch({ topicMessages: [] });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'outside',
          suggestions: [
            {
              messageId: 'sendInside',
              data: { name: 'transaction' },
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await transaction.sendBatch({ topicMessages: [] });
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
      name: 'offers nothing for offsets that go through the consumer',
      code: kafkajs(`
const consumer = new Kafka({}).consumer({ groupId: 'orders' });
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
    await consumer.commitOffsets([]);
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'consumer' }],
    },
    {
      name: 'offers nothing where the handle is out of sight',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await audit(messages);
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}

const audit = (messages) => producer.send({ topic: 'audit', messages });
`),
      errors: [{ messageId: 'outside' }],
    },
  ],
});
