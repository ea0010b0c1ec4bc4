import { RuleTester } from '../rule-tester.js';
import { noDeadErrorCheck } from '../../src/rules/no-dead-error-check.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-dead-error-check', noDeadErrorCheck, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'looks for two things of which an error may hold both, one inside of each of its errors',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    await transaction.abort().catch(console.error);
    const isTransient = error.findBy('canRetry', true) !== null && error.findBy('canRetry', false) === null;
    throw new Error(isTransient ? 'later' : 'never', { cause: error });
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'tests the type of a protocol error of the commit',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  try {
    await transaction.commit();
  } catch (error) {
    if (error.type === 'INVALID_PRODUCER_EPOCH') await producer.disconnect();
    throw error;
  }
}
`),
    },
    {
      name: 'tests the cause of spent retries',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error.cause?.type === 'REQUEST_TIMED_OUT') console.warn('slow');
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'tests for a canonical name of the KIP',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error.name === 'ProducerFencedException') await producer.disconnect();
    else await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'tests the code with the Confluent client',
      code: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code === KafkaJS.ErrorCodes.ERR__FENCED) await producer.disconnect();
    throw error;
  }
}
`),
    },
    {
      name: 'tests the flags of a commit',
      code: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (error.isFatal) await promisify(producer.disconnect.bind(producer))();
    else if (error.isTxnRequiresAbort) await abort();
    throw error;
  }
}
`),
    },
    {
      name: 'searches the errors inside',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    if (error.findBy?.('apiId', 'PRODUCER_FENCED')) await producer.close();
    else await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'tests an error of something else',
      code: `
import { Kafka } from 'kafkajs';
import { save } from './database.js';
export async function store(row) {
  try {
    await save(row);
  } catch (error) {
    if (error.type === 'PRODUCER_FENCED') return;
    throw error;
  }
}
export const kafka = new Kafka({});
`,
    },
  ],
  invalid: [
    {
      name: 'tests the type PRODUCER_FENCED, which kafkajs does not know',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error.type === 'PRODUCER_FENCED') await producer.disconnect();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'deadValue',
          data: { client: 'kafkajs', property: 'type', spelling: 'PRODUCER_FENCED' },
          line: 7,
          column: 24,
          endLine: 7,
          endColumn: 41,
          suggestions: [
            {
              messageId: 'spell',
              data: { spelling: 'INVALID_PRODUCER_EPOCH' },
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error.type === 'INVALID_PRODUCER_EPOCH') await producer.disconnect();
    throw error;
  }
  await transaction.commit();
}
`),
            },
            {
              messageId: 'removeTest',
              output: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
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
      name: 'tests the type of a send whose retries are spent',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    switch (error.type) {
      case 'REQUEST_TIMED_OUT':
        console.warn('slow');
    }
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'deadValue',
          data: { client: 'kafkajs', property: 'type', spelling: 'REQUEST_TIMED_OUT' },
          line: 8,
          column: 12,
          endLine: 8,
          endColumn: 31,
        },
      ],
    },
    {
      name: 'tests fatal, which is always false',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
  } catch (error) {
    if (error.fatal) await producer.disconnect();
    else await producer.abort();
    throw error;
  }
  await producer.commit();
}
`),
      errors: [
        {
          messageId: 'deadFlag',
          data: { client: '@confluentinc/kafka-javascript', property: 'fatal' },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 20,
          suggestions: [
            {
              messageId: 'removeTest',
              output: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
  } catch (error) {
    await producer.abort();
    throw error;
  }
  await producer.commit();
}
`),
            },
          ],
        },
      ],
    },
    {
      name: 'tests a class that an earlier test already took',
      code: kafkajs(`
import { KafkaJSError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error instanceof KafkaJSError) await producer.disconnect();
    else if (error instanceof KafkaJSNumberOfRetriesExceeded) await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'deadClass',
          data: { client: 'kafkajs', spelling: 'KafkaJSNumberOfRetriesExceeded' },
          line: 9,
          column: 14,
          endLine: 9,
          endColumn: 61,
          suggestions: [
            {
              messageId: 'removeTest',
              output: kafkajs(`
import { KafkaJSError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    if (error instanceof KafkaJSError) await producer.disconnect();
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
      name: 'tests for a constant that does not exist',
      code: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (error.code === Kafka.CODES.ERRORS.ERR_TRANSACTION_ABORTABLE) await abort();
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'missingConstant',
          data: { client: 'node-rdkafka', property: 'code', spelling: 'ERRORS.ERR_TRANSACTION_ABORTABLE' },
          line: 6,
          column: 24,
          endLine: 6,
          endColumn: 68,
          suggestions: [
            {
              messageId: 'removeTest',
              output: rdkafka(`
export async function finish() {
  try {
    await commit();
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
      name: 'reads a table that the Confluent client does not export',
      code: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code === KafkaJS.ErrorCode.ERR__FENCED) await producer.disconnect();
    throw error;
  }
}
`),
      output: confluent(`
export async function finish() {
  try {
    await producer.commit();
  } catch (error) {
    if (error.code === KafkaJS.ErrorCodes.ERR__FENCED) await producer.disconnect();
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'throws',
          data: { client: '@confluentinc/kafka-javascript', spelling: 'ErrorCode.ERR__FENCED' },
          line: 6,
          column: 24,
          endLine: 6,
          endColumn: 53,
        },
      ],
    },
    {
      name: 'tests the name of the class of errors',
      code: rdkafka(`
export async function finish() {
  try {
    await commit();
  } catch (error) {
    if (error.name === 'LibrdKafkaError') console.warn(error);
    throw error;
  }
}
`),
      errors: [
        {
          messageId: 'deadValue',
          data: { client: 'node-rdkafka', property: 'name', spelling: 'LibrdKafkaError' },
          line: 6,
          column: 24,
          endLine: 6,
          endColumn: 41,
          suggestions: [
            {
              messageId: 'removeTest',
              output: rdkafka(`
export async function finish() {
  try {
    await commit();
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
      name: 'tests a code that Platformatic does not have',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    if (error.code === 'PLT_KFK_PRODUCER_ERROR') await producer.close();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'deadValue',
          data: { client: '@platformatic/kafka', property: 'code', spelling: 'PLT_KFK_PRODUCER_ERROR' },
          line: 7,
          column: 24,
          endLine: 7,
          endColumn: 48,
          suggestions: [
            {
              messageId: 'removeTest',
              output: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
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
      name: 'has a dead alternative in a set',
      code: nestjs(`
const FENCED = new Set(['PRODUCER_FENCED']);
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      if (FENCED.has((error as { type: string }).type)) await producer.disconnect();
      throw error;
    }
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'deadValue',
          data: { client: 'kafkajs', property: 'type', spelling: 'PRODUCER_FENCED' },
          line: 2,
          column: 25,
          endLine: 2,
          endColumn: 42,
          suggestions: [
            {
              messageId: 'spell',
              data: { spelling: 'INVALID_PRODUCER_EPOCH' },
              output: nestjs(`
const FENCED = new Set(['INVALID_PRODUCER_EPOCH']);
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      if (FENCED.has((error as { type: string }).type)) await producer.disconnect();
      throw error;
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
  ],
});
