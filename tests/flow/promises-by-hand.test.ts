import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

describe('a promise whose functions another function has kept', () => {
  const program = (commitFails: string): string => `
import { Producer } from 'node-rdkafka';
function deferred() {
  let done;
  const promise = new Promise((resolve, reject) => {
    done = (error) => (error ? reject(error) : resolve());
  });
  return { promise, done };
}
export class Publisher {
  constructor(brokers) {
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 't' });
  }
  async publish(record) {
    const begun = deferred();
    this.producer.beginTransaction(begun.done);
    await begun.promise;
    try {
      this.producer.produce('t', null, record);
    } catch (error) {
      await this.abort();
      throw error;
    }
    const committed = deferred();
    this.producer.commitTransaction(5000, committed.done);
    try {
      await committed.promise;
    } catch (error) {
      ${commitFails}
      throw error;
    }
  }
  async abort() {
    const aborted = deferred();
    this.producer.abortTransaction(5000, aborted.done);
    await aborted.promise.catch((error) => process.emitWarning(error));
  }
}
`;

  it('waits for them', () => {
    expect(reports(program('if (error.isTxnRequiresAbort) await this.abort();'))).toEqual([]);
    expect(reports(program('await this.abort();'))).toEqual([
      expect.stringContaining('no-abort-after-commit'),
    ]);
  });
});

it('what a finally handler throws takes the place of the failure, and the promise is waited for', () => {
  const code = `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 't' } });
const undo = (reason) =>
  producer.abort().finally(() => {
    throw reason;
  });
export const publish = (messages) =>
  producer
    .transaction()
    .then(() => producer.send({ topic: 't', messages }).catch(undo))
    .then(() => producer.commit());
`;

  expect(reports(code)).toEqual([]);
  expect(reports(code.replace('throw reason;', ''))).toEqual([expect.stringContaining('no-unguarded-abort')]);
});

it('a generator that fails fails the loop over it', () => {
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
async function* sent(transaction, records) {
  for (const record of records) {
    await transaction.send({ topic: 't', messages: [record] });
    yield record;
  }
}
export async function publish(records) {
  const transaction = await producer.transaction();
  try {
    for await (const record of sent(transaction, records)) console.log(record);
  } catch (error) {
    HANDLED
  }
  await transaction.commit();
}
`;

  expect(
    reports(code.replace('HANDLED', 'await transaction.abort().catch(console.warn); throw error;')),
  ).toEqual([]);
  expect(reports(code.replace('HANDLED', 'console.error(error);'))).toEqual([
    expect.stringContaining('no-commit-after-failed-send'),
  ]);
});
