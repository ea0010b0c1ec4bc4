import { RuleTester } from '../rule-tester.js';
import { noUnguardedAbort } from '../../src/rules/no-unguarded-abort.js';
import { confluent, kafkajs, nestjs, platformatic, rdkafka } from './clients.js';

const ruleTester = new RuleTester();

ruleTester.run('no-unguarded-abort', noUnguardedAbort, {
  assertionOptions: { requireData: true, requireLocation: true },
  valid: [
    {
      name: 'logs the own error of the abort',
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
      name: 'has a try of its own for the abort',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'orders', messages });
  } catch (error) {
    try {
      await producer.abort();
    } catch (abortError) {
      console.error(abortError);
    }
    throw error;
  }
  await producer.commit();
}
`),
    },
    {
      name: 'throws both errors',
      code: platformatic(`
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    try {
      await transaction.abort();
    } catch (abortError) {
      throw new AggregateError([error, abortError], 'not published, not rolled back');
    }
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'keeps the error as the cause',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    await transaction.abort().catch((abortError) => {
      throw new Error(abortError.message, { cause: error });
    });
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'hands the first error to the callback whatever becomes of the abort',
      code: rdkafka(`
export function publish(value, done) {
  producer.beginTransaction((beginError) => {
    if (beginError) return done(beginError);
    try {
      producer.produce('orders', null, value);
    } catch (error) {
      return producer.abortTransaction(5000, () => done(error));
    }
    producer.commitTransaction(5000, done);
  });
}
`),
    },
    {
      name: 'reports the error before it aborts',
      code: kafkajs(`
export async function publish(messages, tell) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages });
  } catch (error) {
    tell(error);
    await transaction.abort();
    throw error;
  }
  await transaction.commit();
}
`),
    },
    {
      name: 'aborts where no error is handled',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages });
  if (messages.length === 0) return transaction.abort();
  await transaction.commit();
}
`),
    },
  ],
  invalid: [
    {
      name: 'awaits the abort in the catch',
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
      errors: [
        { messageId: 'unguarded', data: { line: '5' }, line: 7, column: 11, endLine: 7, endColumn: 30 },
      ],
    },
    {
      name: 'aborts in a rejection handler',
      code: kafkajs(`
export async function publish(messages) {
  const transaction = await producer.transaction();
  await transaction.send({ topic: 'orders', messages }).catch(async (error) => {
    await transaction.abort();
    throw error;
  });
  await transaction.commit();
}
`),
      errors: [
        { messageId: 'unguarded', data: { line: '4' }, line: 5, column: 11, endLine: 5, endColumn: 30 },
      ],
    },
    {
      name: 'aborts in finally',
      code: confluent(`
export async function publish(messages) {
  await producer.transaction();
  let sent = false;
  try {
    await producer.send({ topic: 'orders', messages });
    sent = true;
  } finally {
    if (!sent) await producer.abort();
  }
  await producer.commit();
}
`),
      errors: [
        { messageId: 'unguarded', data: { line: '6' }, line: 9, column: 22, endLine: 9, endColumn: 38 },
      ],
    },
    {
      name: 'aborts by a helper',
      code: platformatic(`
const rollBack = async (transaction) => {
  await transaction.abort();
};
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    await rollBack(transaction);
    throw error;
  }
  await transaction.commit();
}
`),
      errors: [
        { messageId: 'unguarded', data: { line: '8' }, line: 3, column: 9, endLine: 3, endColumn: 28 },
      ],
    },
    {
      name: 'makes the callback of the abort the only one',
      code: rdkafka(`
export function publish(value, done) {
  producer.beginTransaction((beginError) => {
    if (beginError) return done(beginError);
    try {
      producer.produce('orders', null, value);
    } catch (error) {
      return producer.abortTransaction(5000, (abortError) => done(abortError ?? error));
    }
    producer.commitTransaction(5000, done);
  });
}
`),
      errors: [
        { messageId: 'unguarded', data: { line: '6' }, line: 8, column: 14, endLine: 8, endColumn: 88 },
      ],
    },
    {
      name: 'awaits the abort in a NestJS service',
      code: nestjs(`
export class Orders {
  constructor(private readonly client: ClientKafka) {}
  async publish(messages: { value: string }[]) {
    const producer: Producer = await this.client.connect();
    const transaction: Transaction = await producer.transaction();
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
        { messageId: 'unguarded', data: { line: '8' }, line: 10, column: 13, endLine: 10, endColumn: 32 },
      ],
    },
  ],
});
