import { RuleTester } from '../rule-tester.js';
import { noDeadErrorCheck } from '../../src/rules/no-dead-error-check.js';
import { confluent, kafkajs, platformatic } from '../rules/clients.js';

new RuleTester().run('what no-dead-error-check offers', noDeadErrorCheck, {
  valid: [],
  invalid: [
    {
      name: 'spells a code as the client does',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (error.type === "NOT_COORDINATOR") console.warn(error);
    throw error;
  }
}
`),
      output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (error.type === "NOT_COORDINATOR_FOR_GROUP") console.warn(error);
    throw error;
  }
}
`),
      errors: [{ messageId: 'deadValue' }],
    },
    {
      name: 'does not say a spelling twice that a list has already',
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (['INVALID_PRODUCER_EPOCH', 'PRODUCER_FENCED'].includes(error.type)) process.exit(1);
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'deadValue',
          suggestions: [
            {
              messageId: 'removeTest',
              output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (['INVALID_PRODUCER_EPOCH'].includes(error.type)) process.exit(1);
    throw error;
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: "asks a person where the client's spelling stands for errors of another category, too",
      code: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (error.type === 'PRODUCER_FENCED') process.exit(1);
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'deadValue',
          suggestions: [
            {
              messageId: 'spell',
              data: { spelling: 'INVALID_PRODUCER_EPOCH' },
              output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (error.type === 'INVALID_PRODUCER_EPOCH') process.exit(1);
    throw error;
  }
}
`),
            },
            {
              messageId: 'removeTest',
              output: kafkajs(`
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    throw error;
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: "asks the error's cause",
      filename: 'file.js',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error.type === 'REQUEST_TIMED_OUT') console.warn('slow');
    await transaction.abort().catch(() => {});
    throw error;
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
    if (error.cause?.type === 'REQUEST_TIMED_OUT') console.warn('slow');
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [{ messageId: 'deadValue' }],
    },
    {
      name: 'asks a person where types may forbid to ask the cause',
      filename: 'file.ts',
      code: kafkajs(`
export async function publish(messages: { value: string }[]) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error: any) {
    if (error.type === 'REQUEST_TIMED_OUT') console.warn('slow');
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'deadValue',
          suggestions: [
            {
              messageId: 'askCause',
              data: { property: 'type' },
              output: kafkajs(`
export async function publish(messages: { value: string }[]) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error: any) {
    if (error.cause?.type === 'REQUEST_TIMED_OUT') console.warn('slow');
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
            },
            {
              messageId: 'removeTest',
              output: kafkajs(`
export async function publish(messages: { value: string }[]) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error: any) {
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
      name: 'asks the errors inside',
      filename: 'file.js',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    if (error.apiId === 'PRODUCER_FENCED') console.warn('fenced');
    await transaction.abort().catch(() => {});
    throw error;
  }
  try {
    await transaction.commit();
  } catch (error) {
    if (error.apiId !== 'PRODUCER_FENCED') console.warn('not fenced');
    await producer.close(true);
    throw error;
  }
}
`),
      output: [
        platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    if (error.findBy?.('apiId', 'PRODUCER_FENCED')) console.warn('fenced');
    await transaction.abort().catch(() => {});
    throw error;
  }
  try {
    await transaction.commit();
  } catch (error) {
    if (error.apiId !== 'PRODUCER_FENCED') console.warn('not fenced');
    await producer.close(true);
    throw error;
  }
}
`),
        platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    if (error.findBy?.('apiId', 'PRODUCER_FENCED')) console.warn('fenced');
    await transaction.abort().catch(() => {});
    throw error;
  }
  try {
    await transaction.commit();
  } catch (error) {
    if (!error.findBy?.('apiId', 'PRODUCER_FENCED')) console.warn('not fenced');
    await producer.close(true);
    throw error;
  }
}
`),
      ],
      errors: [{ messageId: 'deadValue' }, { messageId: 'deadValue' }],
    },
    {
      name: 'asks a person where types may forbid to ask inside',
      filename: 'file.ts',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error: any) {
    if (error.apiId === 'PRODUCER_FENCED') console.warn('fenced');
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'deadValue',
          suggestions: [
            {
              messageId: 'find',
              data: { property: 'apiId' },
              output: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error: any) {
    if (error.findBy?.('apiId', 'PRODUCER_FENCED')) console.warn('fenced');
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
            },
            {
              messageId: 'removeTest',
              output: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error: any) {
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
      name: 'names the table that the client has, where it is taken out',
      code: `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const { Kafka, ErrorCode } = KafkaJS;
const producer = new Kafka({}).producer({ kafkaJS: { transactionalId: 'orders' } });
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code === ErrorCode.ERR__FENCED) process.exit(1);
    throw error;
  }
}
`,
      output: `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const { Kafka, ErrorCodes: ErrorCode } = KafkaJS;
const producer = new Kafka({}).producer({ kafkaJS: { transactionalId: 'orders' } });
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code === ErrorCode.ERR__FENCED) process.exit(1);
    throw error;
  }
}
`,
      errors: [{ messageId: 'throws' }],
    },
    {
      name: 'names the table that the client has, where it is read',
      code: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code === KafkaJS.ErrorCode.ERR__FENCED) process.exit(1);
    throw error;
  }
}
`),
      output: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code === KafkaJS.ErrorCodes.ERR__FENCED) process.exit(1);
    throw error;
  }
}
`),
      errors: [{ messageId: 'throws' }],
    },
    {
      name: 'asks a person where a test that comes alive lets an abort follow the commit',
      code: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code !== KafkaJS.ErrorCode.ERR__FENCED) await producer.abort().catch(() => {});
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'throws',
          suggestions: [
            {
              messageId: 'table',
              data: { name: 'ErrorCodes' },
              output: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code !== KafkaJS.ErrorCodes.ERR__FENCED) await producer.abort().catch(() => {});
    throw error;
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'asks a person to remove a dead element of a list',
      code: kafkajs(`
const GONE = ['TRANSACTION_ABORTABLE', 'INVALID_PRODUCER_EPOCH'];
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (GONE.includes(error.type)) console.warn('gone');
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'deadValue',
          suggestions: [
            {
              messageId: 'removeTest',
              output: kafkajs(`
const GONE = ['INVALID_PRODUCER_EPOCH'];
export async function finish() {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages: [] });
  try {
    await transaction.commit();
  } catch (error) {
    if (GONE.includes(error.type)) console.warn('gone');
    throw error;
  }
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'offers nothing where a comment would be lost',
      code: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.fatal) {
      // The end of it.
      process.exit(1);
    }
    throw error;
  }
}
`),
      errors: [{ messageId: 'deadFlag' }],
    },
  ],
});
