import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

/** A class that writes batches in transactions, none of which it aborts, and the ways it is used. */
const program = (handler: string, more = '', begun = 'const transaction = await producer.transaction();') => `
import { Kafka } from 'kafkajs';
import { outbox } from './outbox.js';
const kafka = new Kafka({ brokers: ['broker:9092'] });
const settings = { transactionalId: 't', idempotent: true, maxInFlightRequests: 1 };
export class Relay {
  #producer = kafka.producer(settings);
  async write(messages) {
    const producer = this.#producer;
    ${begun}
    await transaction.send({ topic: 't', messages });
    await transaction.commit();
  }
  ${more}
  async #replace() {
    await this.#producer.disconnect().catch(() => undefined);
    this.#producer = kafka.producer(settings);
  }
  async run() {
    for await (const messages of outbox) {
      try {
        await this.write(messages);
      } catch (error) {
        ${handler}
      }
    }
  }
}
`;
const LEFT = 'require-transaction-end: const transaction = await producer.transaction();';

describe('what throws with a transaction open', () => {
  it('leaves it to a caller that closes the producer', () => {
    expect(reports(program('await this.#replace(); await outbox.park(messages, error);'))).toEqual([]);
  });

  it('leaves it to a caller of its caller', () => {
    expect(
      reports(
        program(
          'await this.#replace(); await outbox.park(messages, error);',
          'async writeAll(messages) { await this.write(messages); }',
        ).replace(
          'await this.write(messages);\n      } catch',
          'await this.writeAll(messages);\n      } catch',
        ),
      ),
    ).toEqual([]);
  });

  it('leaves it open where its caller only hands the error on', () => {
    expect(reports(program('await outbox.park(messages, error);'))).toContain(LEFT);
  });

  it('leaves it open where one of its callers does', () => {
    expect(
      reports(
        program(
          'await this.#replace(); await outbox.park(messages, error);',
          'async again() { try { await this.write([]); } catch (error) { outbox.park([], error); } }',
        ),
      ),
    ).toEqual([LEFT]);
  });
});

describe('an error that librdkafka says is fatal', () => {
  const rdkafka = (test: string): string => `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const { ErrorCodes, Kafka } = KafkaJS;
export class Writer {
  #producer = new Kafka({ kafkaJS: { brokers: ['broker:9092'] } }).producer({ kafkaJS: { transactionalId: 't' } });
  async write(messages) {
    await this.#producer.transaction();
    try {
      await this.#producer.send({ topic: 't', messages });
    } catch (error) {
      if (${test}) throw new Error('gone', { cause: error });
      await this.#producer.abort().catch(() => undefined);
      throw error;
    }
    await this.#producer.commit();
  }
}
`;

  it('leaves no transaction to abort, whatever is behind it', () => {
    expect(reports(rdkafka('error.code === ErrorCodes.ERR__FATAL'))).toEqual([]);
    expect(reports(rdkafka('error.code === ErrorCodes.ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED'))).toEqual([
      'require-transaction-end: await this.#producer.transaction();',
    ]);
  });
});
