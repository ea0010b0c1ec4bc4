import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

const NEXT = 'require-next-offset';

/** A relay that keeps positions in a field until it writes them. */
const relay = (put: string, positions: string, field = 'new Map()'): string => `
import { KafkaConsumer, Producer } from 'node-rdkafka';
export class Relay {
  #kept = ${field};
  constructor(brokers) {
    this.consumer = new KafkaConsumer({ 'metadata.broker.list': brokers, 'group.id': 'g', 'enable.auto.commit': false }, {});
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 't' });
    this.consumer.on('data', (message) => this.take(message));
  }
  take(message) {
    this.onValue(message.value);
    ${put}
  }
  flush(done) {
    const positions = ${positions};
    this.producer.sendOffsetsToTransaction(positions, this.consumer, 1000, done);
  }
}
`;
const RAW = '{ topic: message.topic, partition: message.partition, offset: message.offset }';
const PLUS = RAW.replace('message.offset', 'message.offset + 1');

describe('positions that one function keeps and another one sends', () => {
  it.each([
    [`this.#kept.set(message.partition, ${RAW});`, '[...this.#kept.values()]', undefined],
    [`this.#kept.set(message.partition, ${RAW});`, 'Array.from(this.#kept.values())', undefined],
    [`this.#kept.push(${RAW});`, 'this.#kept', '[]'],
    [`this.#kept.push(${RAW});`, 'this.#kept.slice()', '[]'],
    [
      'this.#kept.push(message);',
      'this.#kept.map(({ topic, partition, offset }) => ({ topic, partition, offset }))',
      '[]',
    ],
    [
      'this.#kept.set(message.partition, message);',
      '[...this.#kept.values()].map((m) => ({ topic: m.topic, partition: m.partition, offset: m.offset }))',
      undefined,
    ],
  ])('are raw: %s %s', (put, positions, field) => {
    expect(reported(NEXT, relay(put, positions, field))).toHaveLength(1);
  });

  it.each([
    [`this.#kept.set(message.partition, ${PLUS});`, '[...this.#kept.values()]', undefined],
    [`this.#kept.push(${PLUS});`, 'this.#kept', '[]'],
    [`this.#kept.push(${RAW});`, 'this.#kept.map((p) => ({ ...p, offset: p.offset + 1 }))', '[]'],
    [
      'this.#kept.set(message.partition, message);',
      '[...this.#kept.values()].map((m) => ({ topic: m.topic, partition: m.partition, offset: m.offset + 1 }))',
      undefined,
    ],
    // What is kept is what a consumer seeks to.
    [`this.consumer.seek(${RAW}, 0, () => {}); this.#kept.push(${PLUS});`, 'this.#kept', '[]'],
  ])('are the next ones: %s %s', (put, positions, field) => {
    expect(reported(NEXT, relay(put, positions, field))).toEqual([]);
  });

  it('in a variable of the module', () => {
    const file = (offset: string): string => `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
const kept = new Map();
export function note({ topic, partition, message }) {
  console.log(message.value);
  kept.set(partition, { partition, offset: ${offset} });
}
export async function store(tx, topic) {
  await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [...kept.values()] }] });
}
export async function write(topic) {
  const tx = await producer.transaction();
  try {
    await store(tx, topic);
  } catch (error) {
    await tx.abort().catch(console.warn);
    throw error;
  }
  await tx.commit();
}
`;
    expect(reported(NEXT, file('message.offset'))).toHaveLength(1);
    expect(reported(NEXT, file('String(Number(message.offset) + 1)'))).toEqual([]);
  });

  it('in a field of the same name, of another class', () => {
    const code = relay(`this.#kept.push(${PLUS});`, 'this.#kept', '[]');
    expect(
      reported(
        NEXT,
        `${code}\nexport class Log {\n#kept = [];\nadd(message) {\nthis.#kept.push(${RAW});\n}\n}`,
      ),
    ).toEqual([]);
  });
});
