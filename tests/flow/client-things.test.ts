import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const PLATFORMATIC = `
import { MultipleErrors, Producer } from '@platformatic/kafka';
const producer = new Producer({ clientId: 'c', bootstrapBrokers: ['b'], idempotent: true, transactionalId: 't' });
`;

describe("Platformatic's `completed`", () => {
  const program = (ended: string): string => `${PLATFORMATIC}
export async function publish(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
    ${ended}
  } finally {
    if (!transaction.completed) await transaction.abort().catch((error) => { throw error; });
  }
}
`;

  it('is false after a commit that has failed', () => {
    expect(reports(program('await transaction.commit();'))).toContainEqual(
      expect.stringContaining('no-abort-after-commit'),
    );
  });

  it('is true after one that has succeeded', () => {
    expect(
      reports(
        program('await transaction.commit().catch((error) => { producer.close(true); process.exit(1); });'),
      ),
    ).not.toContainEqual(expect.stringContaining('no-abort-after-commit'));
  });
});

it('an error that the program makes is none of the client’s', () => {
  const code = `${PLATFORMATIC}
class CommitFailed extends Error {}
const isFenced = (error) => MultipleErrors.isMultipleErrors(error) && !!error.findBy('apiId', 'PRODUCER_FENCED');
async function publishOnce(messages) {
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages });
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw new Error('not sent', { cause: error });
  }
  try {
    await transaction.commit();
  } catch (cause) {
    await producer.close(true);
    throw new CommitFailed('in doubt', { cause });
  }
}
export async function publish(messages) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publishOnce(messages);
    } catch (error) {
      if (!isFenced(error) || attempt === 5) throw error;
    }
  }
}
`;

  expect(reports(code).filter((report) => report.startsWith('no-replay-after-commit'))).toEqual([]);
  expect(reports(code.replace('!isFenced(error) || ', ''))).toContainEqual(
    expect.stringContaining('no-replay-after-commit'),
  );
});

it('what a client calls with an end of its own is called', () => {
  const code = `${PLATFORMATIC}
export function publish(messages, done) {
  producer.beginTransaction({}, (beginError, transaction) => {
    if (beginError) return done(beginError);
    transaction.send({ messages }, (error) => {
      if (!error) return transaction.commit(done);
      transaction.cancel(() => HANDLED);
    });
  });
}
`;

  expect(reports(code.replace('HANDLED', 'producer.close(true, () => done(error))'))).toEqual([]);
  expect(reports(code.replace('HANDLED', 'console.warn(error)'))).not.toEqual([]);
});

it('an asynchronous listener of a consumer is waited for by nobody', () => {
  const code = `
import { KafkaConsumer, Producer } from 'node-rdkafka';
const promised = (start) => new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
const producer = new Producer({ 'transactional.id': 't' });
const consumer = new KafkaConsumer({ 'group.id': 'g', 'enable.auto.commit': false }, {});
async function handle(message) {
  await promised((done) => producer.beginTransaction(done));
  try {
    producer.produce('t', null, message.value);
  } catch (error) {
    await promised((done) => producer.abortTransaction(5000, done)).catch(console.warn);
    throw error;
  }
  await promised((done) => producer.commitTransaction(5000, done));
}
export function start() {
  consumer.on('data', async (message) => {
    await handle(message);
  });
}
`;

  expect(reports(code)).toEqual([expect.stringContaining('no-floating-transaction-call')]);
  expect(
    reports(code.replace('await handle(message);', 'await handle(message).catch(() => process.exit(1));')),
  ).toEqual([]);
});

it('a function that kafkajs takes nowhere is one mistake', () => {
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages });
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  transaction.commit((error) => { if (error) console.error(error); });
}
`;

  expect(reports(code)).toEqual([expect.stringContaining('valid-transaction-call')]);
});

it('a function that is given away stays in the object that it comes from', () => {
  const code = `
import { promisify } from 'node:util';
import { Producer } from 'node-rdkafka';
async function resume(operation) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation(5000);
    } catch (error) {
      if (!error.isRetriable || attempt === 3) throw error;
    }
  }
}
export class Gateway {
  #operations;
  #producer;
  constructor(brokers) {
    const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 't' });
    this.#producer = producer;
    this.#operations = {
      begin: promisify(producer.beginTransaction.bind(producer)),
      commit: promisify(producer.commitTransaction.bind(producer)),
      abort: promisify(producer.abortTransaction.bind(producer)),
    };
  }
  async publish(record) {
    await this.#operations.begin();
    try {
      this.#producer.produce('t', null, record);
    } catch (error) {
      await resume(this.#operations.abort).catch(console.warn);
      throw error;
    }
    await resume(this.#operations.commit);
  }
}
`;

  expect(reports(code)).toEqual([]);
  expect(reports(code.replace('await resume(this.#operations.commit);', ''))).toEqual([
    expect.stringContaining('require-transaction-end'),
  ]);
});

it('the first of what allSettled gives is one of what has failed', () => {
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(records) {
  const transaction = await producer.transaction();
  try {
    const sends = records.map((value) => transaction.send({ topic: 't', messages: [{ value }] }));
    const [first] = (await Promise.allSettled(sends)).filter(({ status }) => status === 'rejected');
    if (first) throw first.reason;
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;

  expect(reports(code)).toEqual([]);
  expect(reports(code.replace('throw first.reason;', 'console.warn(first.reason);'))).toEqual([
    expect.stringContaining('no-commit-after-failed-send'),
  ]);
});
