import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
const { Kafka } = require('kafkajs');
const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { promisify } = require('node:util');
const { Producer, HighLevelProducer } = require('node-rdkafka');
`;
const lint = (code: string, filename = 'program.cjs'): string[] => reports(`${HEAD}${code}`, filename);

describe('what a constructor is given', () => {
  const publisher = (after: string): string => `
const settingsOf = require('./settings');
class Publisher {
  constructor(kafka, { team }) {
    this.producer = kafka.producer(settingsOf(team));
  }
  async publish(values) {
    await this.producer.transaction();
    values.forEach(async (value) => { await this.producer.send({ topic: 't', messages: [{ value }] }); });
    await this.producer.commit();
  }
}
${after}
`;

  it.each([
    "exports.p = new Publisher(new KafkaJS.Kafka({}), { team: 't' });",
    'exports.make = (team) => new Publisher(new KafkaJS.Kafka({}), { team });',
    "exports.Publisher = Publisher; new Publisher(new KafkaJS.Kafka({}), { team: 't' });",
  ])('is known by %s', (after) => {
    expect(lint(publisher(after))).toContainEqual(expect.stringContaining('no-floating-transaction-call'));
  });

  it('is out of view without a new', () => {
    expect(lint(publisher('exports.Publisher = Publisher;'))).toEqual([]);
    expect(lint(publisher("new Publisher(require('./other'), {});"))).toEqual([]);
  });
});

describe('a list of any number', () => {
  const exporting = (groups: string): string => `
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
exports.run = async (usages) => {
  const failures = [];
  for (const own of ${groups}) {
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 't', messages: own });
      } catch (error) {
        await tx.abort().catch(console.warn);
        throw error;
      }
      await tx.commit();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures);
};
exports.close = () => producer.disconnect();
`;
  const REUSE = ['no-defunct-producer-reuse: const tx = await producer.transaction();'];

  it('is gone through more than once', () => {
    const reduced =
      'usages.reduce((groups, usage) => { groups.set(usage.tenant, [usage]); return groups; }, new Map())';
    expect(lint(exporting(`${reduced}.values()`))).toEqual(REUSE);
    expect(lint(exporting(reduced))).toEqual(REUSE);
    expect(lint(exporting('usages'))).toEqual(REUSE);
  });

  it('may be a single item', () => {
    expect(lint(exporting('[usages]'))).toEqual([]);
  });

  it('is of records that differ', () => {
    const code = `
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
exports.run = async (usages) => {
  const groups = new Map();
  for (const usage of usages) groups.set(usage.tenant, [usage]);
  const tx = await producer.transaction();
  const failures = [];
  for (const [key, own] of groups) {
    await tx.send({ topic: 't', messages: own.map((one) => ({ key, value: one.text })) }).catch((e) => failures.push(e));
  }
  if (failures.length > 0) {
    await tx.abort().catch(console.warn);
    throw new AggregateError(failures);
  }
  await tx.commit();
};
`;
    expect(lint(code).filter((one) => one.startsWith('no-transactional-send-retry'))).toEqual([]);
  });
});

it('groups may each have a producer of their own, or be sent in one transaction', () => {
  const code = `
const kafka = new Kafka({ brokers: ['b'] });
const grouped = (rows) => rows.reduce((groups, row) => groups.set(row.tenant, [...(groups.get(row.tenant) ?? []), row]), new Map());
exports.own = async (rows) => {
  const failures = [];
  for (const [tenant, own] of grouped(rows)) {
    const producer = kafka.producer({ transactionalId: \`export-\${tenant}\`, idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 't', messages: own.map(({ id, text }) => ({ key: id, value: text })) });
      } catch (error) {
        await tx.abort().catch(console.warn);
        throw error;
      }
      await tx.commit();
    } catch (error) {
      failures.push(error);
    } finally {
      await producer.disconnect();
    }
  }
  if (failures.length > 0) throw new AggregateError(failures);
};
exports.one = async (rows, producer) => {
  const tx = await producer.transaction();
  try {
    for (const [tenant, own] of grouped(rows))
      await tx.send({ topic: tenant, messages: own.map(({ id, text }) => ({ key: id, value: text })) });
  } catch (error) {
    await tx.abort().catch(console.warn);
    throw error;
  }
  await tx.commit();
};
`;
  expect(lint(code)).toEqual([]);
});

describe('a promise', () => {
  it('that is made of a callback fails when somebody waits for it', () => {
    const granting = (sends: string): string => `
const producer = new HighLevelProducer({ 'transactional.id': 't' });
const begin = promisify(producer.beginTransaction).bind(producer);
const commit = promisify(producer.commitTransaction).bind(producer);
const abort = promisify(producer.abortTransaction).bind(producer);
const deliver = (value) =>
  new Promise((resolve, reject) => {
    producer.produce('t', null, Buffer.from(value), null, Date.now(), (error, offset) => (error ? reject(error) : resolve(offset)));
  });
exports.grant = async (a, b) => {
  await begin();
  try {
    ${sends}
  } catch (error) {
    await abort(1000).catch(console.warn);
    throw error;
  }
  await commit(1000);
};
`;
    expect(lint(granting('await Promise.all([deliver(a), deliver(b)]);'))).toEqual([]);
    expect(lint(granting('await deliver(a).catch(console.warn); await deliver(b);'))).not.toEqual([]);
  });

  it('that a constructor gets is the matter of what is made', () => {
    const selling = (given: string): string => `
const { ResultAsync } = require('neverthrow');
const producer = new KafkaJS.Kafka({}).producer({ kafkaJS: { transactionalId: 't' } });
const commit = async () => {
  await producer.commit();
};
exports.sell = async () => {
  await producer.transaction();
  ${given}
};
`;
    expect(lint(selling('return new ResultAsync(commit());'))).toEqual([]);
    expect(lint(selling('commit();'))).not.toEqual([]);
  });
});

it('a step that an object says is the one that the program has come to', () => {
  const posting = (committing: string): string => `
exports.create = ({ logger }) => {
  const producer = new Producer({ 'transactional.id': 't' });
  const step = { name: 'none' };
  function settle(error, callback) {
    if (!error || step.name !== 'entries') return callback(error);
    producer.abortTransaction(1000, (abortError) => {
      if (abortError) logger.error(abortError);
      callback(error);
    });
  }
  function post(value, callback) {
    producer.beginTransaction((beginError) => {
      if (beginError) return callback(beginError);
      step.name = 'entries';
      try {
        producer.produce('t', null, Buffer.from(value));
      } catch (error) {
        return settle(error, callback);
      }
      ${committing}
      producer.commitTransaction(1000, (error) => settle(error, callback));
    });
  }
  return { post };
};
`;
  expect(lint(posting("step.name = 'commit';"))).toEqual([]);
  expect(lint(posting(''))).toEqual([
    'no-abort-after-commit: producer.commitTransaction(1000, (error) => settle(error, callback));',
  ]);
});

it('a function that was kept when another call came has the records of that call', () => {
  const code = `
class Writer {
  constructor(size) {
    this.waiting = [];
    this.idle = Array.from({ length: size }, (_, slot) => new Producer({ 'transactional.id': \`t-\${slot}\` }));
  }
  write(records, callback) {
    const producer = this.idle.pop();
    if (!producer) {
      this.waiting.push(() => this.write(records, callback));
      return;
    }
    const settle = (error) => {
      this.idle.push(producer);
      const next = this.waiting.shift();
      if (next) next();
      callback(error);
    };
    producer.beginTransaction((beginError) => {
      if (beginError) return settle(beginError);
      records.forEach(({ value }) => producer.produce('t', null, value));
      producer.commitTransaction(1000, settle);
    });
  }
}
module.exports = { Writer };
`;
  // That a producer that has failed is put back among the idle ones is found, and nothing else.
  expect([...new Set(lint(code).map((one) => one.split(':')[0]))]).toEqual(['no-defunct-producer-reuse']);
});

it('what a helper gives back is its caller’s', () => {
  const code = `
const to = (promise) => promise.then((value) => [null, value], (error) => [error]);
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
exports.sync = async (counts) => {
  const tx = await producer.transaction();
  for (const value of counts) {
    const [error] = await to(tx.send({ topic: 't', messages: [{ value }] }));
    if (error) console.warn(error);
  }
  await tx.commit();
};
`;
  expect(lint(code)).toEqual([
    "no-commit-after-failed-send: const [error] = await to(tx.send({ topic: 't', messages: [{ value }] }));",
  ]);
});

describe('a decorator', () => {
  const WRAPPED = `async function (...args) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await original.apply(this, args);
        } catch (error) {
          if (attempt >= times) throw error;
        }
      }
    }`;
  const DECORATORS = {
    'of today': `const retried = (times: number) => (original: any, context: any) => { return ${WRAPPED}; };`,
    'of old': `const retried = (times: number) => (target: any, key: string, descriptor: any) => {
      const original = descriptor.value;
      descriptor.value = ${WRAPPED};
      return descriptor;
    };`,
    'that only looks on':
      'const retried = (times: number) => (original: any, context: any) => { console.log(original); };',
  };
  it.each(Object.entries(DECORATORS))('%s makes of a method what it gives', (name, decorator) => {
    const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
${decorator}
export class Writer {
  @retried(3)
  protected async put(tx: any, value: string) {
    await tx.send({ topic: 't', messages: [{ value }] });
  }
  async issue(value: string) {
    const tx = await producer.transaction();
    try {
      await this.put(tx, value);
    } catch (error) {
      await tx.abort().catch(console.warn);
      throw error;
    }
    await tx.commit();
  }
}
`;
    expect(reports(code, 'program.ts').map((one) => one.split(':')[0])).toEqual(
      name === 'that only looks on' ? [] : ['no-transactional-send-retry'],
    );
  });
});

it('what a handler outside of all functions leads to is reported where it leads there', () => {
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
async function send(messages) {
  const tx = await producer.transaction();
  await tx.commit();
}
const failures = [];
for (const batch of await batches()) {
  try {
    await send(batch);
  } catch (error) {
    failures.push(error);
  }
}
await producer.disconnect();
if (failures.length > 0) throw new AggregateError(failures);
`;
  expect(reports(code)).toEqual([expect.stringContaining(': await send(batch);')]);
});
