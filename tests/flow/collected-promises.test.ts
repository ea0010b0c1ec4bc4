import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const head = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
`;

/** A program that sends to several topics at once and keeps the promises somewhere until it waits for them. */
const program = (work: string): string => `${head}
export async function publish(topics, message) {
  const transaction = await producer.transaction();
  try {
    ${work}
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;
const send = 'transaction.send({ topic, messages: [message] })';

describe('promises that a program collects', () => {
  it.each([
    [
      'in an object, by entries',
      `const sends = Object.fromEntries(topics.map((topic) => [topic, ${send}]));
       await Promise.all(Object.values(sends));`,
    ],
    [
      'in an object, key by key',
      `const sends = {};
       for (const topic of topics) sends[topic] = ${send};
       for (const topic of topics) await sends[topic];`,
    ],
    [
      'in an object, field by field',
      `const topic = topics[0];
       const sends = { first: ${send}, second: ${send} };
       await Promise.all(Object.values(sends));`,
    ],
    [
      'in an object whose entries it goes through',
      `const topic = topics[0];
       const sends = { first: ${send} };
       for (const [name, sent] of Object.entries(sends)) { await sent; console.log(name); }`,
    ],
    [
      'in a Map, key by key',
      `const sends = new Map();
       for (const topic of topics) sends.set(topic, ${send});
       await Promise.all(sends.values());`,
    ],
    [
      'in a Map of pairs',
      `const sends = new Map(topics.map((topic) => [topic, ${send}]));
       await Promise.all([...sends.values()]);`,
    ],
    [
      'in a Map that it goes through',
      `const sends = new Map(topics.map((topic) => [topic, ${send}]));
       for (const [topic, sent] of sends) { await sent; console.log(topic); }`,
    ],
    [
      'in a Set',
      `const sends = new Set();
       for (const topic of topics) sends.add(${send});
       await Promise.all(sends);`,
    ],
  ])('%s, are waited for', (_, work) => {
    expect(reports(program(work))).toEqual([]);
  });

  it.each([
    [
      'in an object, field by field',
      `const topic = topics[0];
       const sends = { first: ${send} };
       console.log(Object.keys(sends));`,
    ],
    [
      'in a Map',
      `const sends = new Map();
       for (const topic of topics) sends.set(topic, ${send});
       console.log(sends.size);`,
    ],
  ])('%s, and does not wait for are reported', (_, work) => {
    expect(reports(program(work))).toEqual([expect.stringContaining('no-floating-transaction-call')]);
  });
});

describe('a promise whose functions a program keeps', () => {
  const rdkafka = (work: string): string => `
import Kafka from 'node-rdkafka';
const producer = new Kafka.Producer({ 'transactional.id': 't' });
export async function commit() {
  ${work}
}
`;

  it.each([
    [
      'in an object',
      `let settle;
       const done = new Promise((resolve, reject) => { settle = { resolve, reject }; });
       producer.commitTransaction(5000, (error) => (error ? settle.reject(error) : settle.resolve()));
       await done;`,
    ],
    [
      'in variables',
      `let resolve, reject;
       const done = new Promise((yes, no) => { resolve = yes; reject = no; });
       producer.commitTransaction(5000, (error) => { if (error) reject(error); else resolve(); });
       return done;`,
    ],
    [
      'of its resolvers',
      `const { promise, resolve, reject } = Promise.withResolvers();
       producer.commitTransaction(5000, (error) => { if (error) reject(error); else resolve(); });
       await Promise.all([promise]);`,
    ],
  ])('%s, carries the error to whoever waits', (_, work) => {
    expect(reports(rdkafka(work))).toEqual([]);
  });

  it.each([
    [
      'whoever waits logs it',
      `let settle;
       const done = new Promise((resolve, reject) => { settle = { resolve, reject }; });
       producer.commitTransaction(5000, (error) => (error ? settle.reject(error) : settle.resolve()));
       try { await done; } catch (error) { console.error(error); }`,
    ],
    [
      'a handler of the chain logs it',
      `const { promise, resolve, reject } = Promise.withResolvers();
       producer.commitTransaction(5000, (error) => { if (error) reject(error); else resolve(); });
       await promise.catch((error) => console.error(error));`,
    ],
  ])('is swallowed where %s', (_, work) => {
    expect(reports(rdkafka(work))).toEqual([expect.stringContaining('require-application-recoverable-path')]);
  });
});
