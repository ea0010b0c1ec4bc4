import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const START = `
const { Kafka } = require('kafkajs');
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
const retried = (times, task) => async (...args) => {
  let last;
  for (let attempt = 0; attempt < times; attempt++) {
    try {
      return await task(...args);
    } catch (error) {
      console.warn('once more', error);
      last = error;
    }
  }
  throw last;
};
const timed = (name, task) => async (...args) => {
  try {
    return await task(...args);
  } finally {
    console.log(name);
  }
};
`;

const TASK = `async (text) => {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'a', messages: [{ value: text }] });
  } catch (error) {
    await tx.abort().catch((failure) => { throw new AggregateError([error, failure]); });
    throw error;
  }
  await tx.commit();
}`;

/** The ways by which a function gets out of a file. */
const WAYS: readonly [string, (made: string) => string][] = [
  ['a variable that is exported', (made) => `const publish = ${made};\nmodule.exports = { publish };`],
  ['an export', (made) => `exports.publish = ${made};`],
  ['the only export', (made) => `module.exports = ${made};`],
  ['an object that is exported', (made) => `module.exports = { publish: ${made} };`],
  ['a member of an object', (made) => `const api = {};\napi.publish = ${made};\nmodule.exports = api;`],
  ['a route', (made) => `require('express')().post('/', ${made});`],
  ['a field', (made) => `class Relay { publish = ${made}; }\nmodule.exports = { Relay };`],
  ['a static field', (made) => `class Relay { static publish = ${made}; }\nmodule.exports = { Relay };`],
  [
    'a field of a base class',
    (made) =>
      `class Base { publish = ${made}; }\nmodule.exports = class extends Base { run(text) { return this.publish(text); } };`,
  ],
  [
    'a private field that a method calls',
    (made) =>
      `class Relay { #publish = ${made};\n run(text) { return this.#publish(text); } }\nmodule.exports = { Relay };`,
  ],
  [
    'a static private field that a method calls',
    (made) =>
      `class Relay { static #publish = ${made};\n static run(text) { return Relay.#publish(text); } }\nmodule.exports = { Relay };`,
  ],
  [
    'a constructor',
    (made) => `class Relay { constructor() { this.publish = ${made}; } }\nmodule.exports = { Relay };`,
  ],
  ['a getter', (made) => `module.exports = { get publish() { return ${made}; } };`],
  ['what a function gives', (made) => `exports.make = () => ${made};`],
  ['an object that a function gives', (made) => `exports.make = () => ({ publish: ${made} });`],
  [
    'an instance of the file',
    (made) =>
      `class Relay { publish = ${made}; }\nconst relay = new Relay();\nexports.run = (text) => relay.publish(text);`,
  ],
];

describe.each(WAYS)('a function made of another one gets out by %s', (_, way) => {
  it('and is known by what it is made of', () => {
    expect(reports(`${START}${way(`retried(5, ${TASK})`)}`, 'program.cjs')).toContainEqual(
      expect.stringContaining('no-futile-retry'),
    );
  });

  it('and is right where that is', () => {
    expect(reports(`${START}${way(`timed('publish', ${TASK})`)}`, 'program.cjs')).toEqual([]);
  });
});

it('each of several functions that one has made is known by what it is made of', () => {
  expect(
    reports(
      `${START}
const count = retried(5, async () => console.log('counted'));
const publish = retried(5, ${TASK});
module.exports = { count, publish };`,
      'program.cjs',
    ),
  ).toContainEqual(expect.stringContaining('no-futile-retry'));
});
