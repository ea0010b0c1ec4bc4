import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const program = (handled: string, loop = 'while (queue.length > 0) { const job = queue.shift();'): string => `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function write(pages) {
  const queue = [...pages];
  const failed = [];
  const transaction = await producer.transaction();
  try {
    ${loop}
      try {
        await transaction.send({ topic: 't', messages: [{ value: job.text }] });
      } catch (error) {
        ${handled}
      }
    }
    if (failed.length > 0) throw new AggregateError(failed);
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;
const FOR = 'for (let job = queue.shift(); job; job = queue.shift()) {';

it.each(['queue.push(job);', 'queue.unshift({ ...job, tries: 1 });', 'queue.push({ text: job.text });'])(
  'what a loop puts back with %s it sends again',
  (handled) => {
    expect(reports(program(handled))).toEqual([expect.stringContaining('no-transactional-send-retry')]);
    expect(reports(program(handled, FOR))).toEqual([expect.stringContaining('no-transactional-send-retry')]);
  },
);

it('what a loop takes out is another record at each turn', () => {
  expect(reports(program('console.error(error);'))).toEqual([
    expect.stringContaining('no-commit-after-failed-send'),
  ]);
  expect(reports(program('console.error(error);', FOR))).toEqual([
    expect.stringContaining('no-commit-after-failed-send'),
  ]);
  expect(reports(program('failed.push(error);'))).toEqual([]);
});

describe('a queue in a field', () => {
  const relay = (handled: string, taken = 'this.#queue.splice(0, 100)'): string => `
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
export class Relay {
  #queue = [];
  #producer;
  add(value) {
    this.#queue.push({ value });
  }
  async #renew() {
    await this.#producer?.disconnect().catch(console.warn);
    this.#producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
    await this.#producer.connect();
  }
  async #flush(messages) {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'a', messages });
    } catch (error) {
      await tx.abort().catch(console.warn);
      throw error;
    }
    await tx.commit();
  }
  async drain() {
    await this.#renew();
    let failures = 0;
    while (this.#queue.length > 0) {
      const batch = ${taken};
      try {
        await this.#flush(batch);
      } catch (error) {
        ${handled}
        if (++failures === 5) throw error;
        await this.#renew();
      }
    }
  }
}
`;

  it('sends again what is put back after a commit that may have worked', () => {
    expect(reports(relay('this.#queue.unshift(...batch);'))).toEqual([
      expect.stringContaining('no-replay-after-commit'),
    ]);
    expect(reports(relay('this.#queue.unshift(...batch);', '[this.#queue.shift()]'))).toEqual([
      expect.stringContaining('no-replay-after-commit'),
    ]);
  });

  it('sends other records otherwise', () => {
    expect(reports(relay('this.onFailure(error, batch);'))).toEqual([]);
    expect(reports(relay('this.onFailure(error, batch);', '[this.#queue.shift()]'))).toEqual([]);
  });
});
