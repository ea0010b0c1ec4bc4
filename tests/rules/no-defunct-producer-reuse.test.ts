import { RuleTester } from '../rule-tester.js';
import { noDefunctProducerReuse } from '../../src/rules/no-defunct-producer-reuse.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-defunct-producer-reuse', noDefunctProducerReuse, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'throws before it could use the producer again',
      code: kafkajs(`
export async function publish(batches) {
  for (const messages of batches) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      await transaction.abort();
      throw error;
    }
    await transaction.commit();
  }
}
`),
    },
    {
      name: 'closes the producer and makes another',
      code: kafkajs(`
let own = new Kafka({}).producer({ transactionalId: 'orders-2' });
export async function publish(batches) {
  for (const messages of batches) {
    try {
      const transaction = await own.transaction();
      await transaction.send({ topic: 'orders', messages });
      await transaction.commit();
    } catch (error) {
      console.error(error);
      await own.disconnect();
      own = new Kafka({}).producer({ transactionalId: 'orders-2' });
      await own.connect();
    }
  }
}
`),
    },
    {
      name: 'goes on after abortable errors only',
      code: rdkafka(`
export async function publish(values) {
  for (const value of values) {
    await begin();
    producer.produce('orders', null, value);
    try {
      await commit();
    } catch (error) {
      if (!error.isTxnRequiresAbort) throw error;
      await abort();
    }
  }
}
`),
    },
    {
      name: 'closes the producer after an error',
      code: confluent(`
export async function publish(messages) {
  try {
    await producer.transaction();
    await producer.send({ topic: 'orders', messages });
    await producer.commit();
  } catch (error) {
    await producer.disconnect();
    throw error;
  }
}
`),
    },
    {
      name: 'aborts after any error and surfaces it',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    await transaction.abort().catch(() => {});
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'reports the failure through another producer',
      code: kafkajs(`
const plain = new Kafka({}).producer();
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    await plain.send({ topic: 'failures', messages: [{ value: error.message }] });
    throw error;
  }
  await transaction.commit();
}
`),
    },
  ],
  invalid: [
    {
      name: 'begins the next batch on the producer of the failed one',
      code: kafkajs(`
export async function publish(batches, failed) {
  for (const messages of batches) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'orders', messages });
    } catch (error) {
      await transaction.abort();
      failed.push(error);
      continue;
    }
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'reused',
          data: {
            call: '`send` on line 6',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 15 more (application-recoverable)',
          },
          line: 4,
          column: 31,
          endLine: 4,
          endColumn: 53,
        },
      ],
    },
    {
      name: 'sends a dead letter on the same producer',
      code: kafkajs(`
export async function publish(messages, deadLetters) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    const second = await producer.transaction();
    await second.send({ topic: 'dead', messages: deadLetters });
    await second.commit();
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        {
          messageId: 'reused',
          data: {
            call: '`send` on line 5',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 15 more (application-recoverable)',
          },
          line: 8,
          column: 26,
          endLine: 8,
          endColumn: 48,
        },
      ],
    },
    {
      name: 'begins the next one after a failed commit',
      code: confluent(`
export async function publish(batches, failed) {
  for (const messages of batches) {
    await producer.transaction();
    await producer.send({ topic: 'orders', messages });
    try {
      await producer.commit();
    } catch (error) {
      failed.push(error);
    }
  }
}
export const rollBack = () => producer.abort();
`),
      errors: [
        {
          messageId: 'reused',
          data: {
            call: '`commit` on line 7',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 25 more (application-recoverable)',
          },
          line: 4,
          column: 11,
          endLine: 4,
          endColumn: 33,
        },
      ],
    },
    {
      name: 'gives the producer back to its pool',
      code: kafkajs(`
const idle = [];
export async function publish(messages) {
  const own = idle.pop() ?? new Kafka({}).producer({ transactionalId: 'orders-2' });
  const transaction = await own.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort();
    throw error;
  } finally {
    idle.push(own);
  }
}
`),
      errors: [
        {
          messageId: 'pooled',
          data: {
            call: '`send` on line 7',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 15 more (application-recoverable)',
          },
          line: 12,
          column: 5,
          endLine: 12,
          endColumn: 19,
        },
      ],
    },
    {
      name: 'goes on with fatal errors',
      code: rdkafka(`
export async function publish(values, failed) {
  for (const value of values) {
    await begin();
    producer.produce('orders', null, value);
    try {
      await commit();
    } catch (error) {
      if (error.isTxnRequiresAbort) await abort();
      failed.push(error);
    }
  }
}
`),
      errors: [
        {
          messageId: 'reused',
          data: {
            call: '`commit` on line 7',
            errors:
              'ProducerFencedException and InvalidProducerEpochException (application-recoverable) and 6 more',
          },
          line: 4,
          column: 11,
          endLine: 4,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'begins the next batch of a NestJS service',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(batches: { value: string }[][], failed: unknown[]) {
    const producer: Producer = await this.client.connect();
    for (const messages of batches) {
      const transaction: Transaction = await producer.transaction();
      try {
        await transaction.send({ topic: 'orders', messages });
        await transaction.commit();
      } catch (error) {
        failed.push(error);
      }
    }
  }
}
`),
      errors: [
        {
          messageId: 'reused',
          data: {
            call: '`commit` on line 10',
            errors:
              'ProducerFencedException and InvalidProducerEpochException (application-recoverable) and 24 more',
          },
          line: 7,
          column: 46,
          endLine: 7,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'begins the next batch of Platformatic',
      code: platformatic(`
export async function publish(batches, failed) {
  for (const messages of batches) {
    const transaction = await producer.beginTransaction();
    try {
      await transaction.send({ messages });
    } catch (error) {
      await transaction.abort();
      failed.push(error);
      continue;
    }
    await transaction.commit();
  }
}
`),
      errors: [
        {
          messageId: 'reused',
          data: {
            call: '`send` on line 6',
            errors:
              'ProducerFencedException, InvalidProducerEpochException and 17 more (application-recoverable)',
          },
          line: 4,
          column: 31,
          endLine: 4,
          endColumn: 58,
        },
      ],
    },
  ],
});
