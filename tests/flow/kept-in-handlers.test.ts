import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

/** A program that goes on to the next message after an error, and asks at the end whether there was one. */
const program = (declared: string, kept: string, asked: string): string => `
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });

async function publish(producer, message) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 'orders', messages: [{ value: message.text }] });
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}

export async function publishAll(messages) {
  ${declared}
  for (const message of messages) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: \`orders-\${message.id}\` } });
    try {
      await producer.connect();
      await publish(producer, message);
    } catch (error) {
      console.warn('not published', message.id, error);
      ${kept}
    }
  }
  ${asked}
}
`;
const swallowed = (code: string): string[] => reported('require-application-recoverable-path', code);

describe('an error of which a handler keeps that there was one', () => {
  const kept: readonly [string, string, string, string][] = [
    ['counts with ++', 'let failed = 0;', 'failed++;', "if (failed > 0) throw new Error('some failed');"],
    ['counts with +=', 'let failed = 0;', 'failed += 1;', "if (failed) throw new Error('some failed');"],
    [
      'counts by an assignment',
      'let failed = 0;',
      'failed = failed + 1;',
      "if (failed >= 1) throw new Error('some failed');",
    ],
    ['sets a code', 'let code = 0;', 'code = 1;', "if (code !== 0) throw new Error('some failed');"],
    ['sets a flag', 'let ok = true;', 'ok = false;', "if (!ok) throw new Error('some failed');"],
    [
      'keeps what failed',
      'let last;',
      'last = message.id;',
      "if (last !== undefined) throw new Error('failed at ' + last);",
    ],
    [
      'lists what failed',
      'const failed = [];',
      'failed.push(message.id);',
      'if (failed.length > 0) throw new Error(failed.join());',
    ],
  ];
  it.each(kept)('is surfaced by a program that %s', (_, declared, note, asked) => {
    expect(swallowed(program(declared, note, asked))).toEqual([]);
  });

  it.each(kept)('is swallowed by one that %s and does not ask', (_, declared, note) => {
    expect(swallowed(program(declared, note, ''))).toEqual(['} catch (error) {']);
  });
});

describe('a batch of which a handler keeps that it failed', () => {
  const batches = (declared: string, kept: string, asked: string): string => `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(batches) {
  const transaction = await producer.transaction();
  ${declared}
  for (let index = 0; index < batches.length; index++) {
    try {
      await transaction.send({ topic: 't', messages: batches[index] });
    } catch (error) {
      console.warn('batch', index, error);
      ${kept}
      break;
    }
  }
  ${asked}
  await transaction.commit();
}
`;
  const committed = (code: string): string[] => reported('no-commit-after-failed-send', code);
  const fail = `{
    await transaction.abort().catch(console.warn);
    throw new Error('a batch failed');
  }`;
  const kept: readonly [string, string, string, string][] = [
    ['whose index it was, against a sentinel', 'let bad = -1;', 'bad = index;', `if (bad >= 0) ${fail}`],
    ['that the index is none', 'let bad = -1;', 'bad = index;', `if (bad !== -1) ${fail}`],
    [
      'whether all were sent',
      'let sent = batches.length;',
      'sent = index;',
      `if (sent < batches.length) ${fail}`,
    ],
    [
      'whether it is all of them',
      'let sent = batches.length;',
      'sent = index;',
      `if (sent !== batches.length) ${fail}`,
    ],
  ];
  it.each(kept)('is not committed by a program that asks %s', (_, declared, note, asked) => {
    expect(committed(batches(declared, note, asked))).toEqual([]);
  });

  it.each(kept)('is committed by one that does not ask %s', (_, declared, note) => {
    expect(committed(batches(declared, note, ''))).toHaveLength(1);
  });
});

it('follows a loop through a dozen states', () => {
  const steps = Array.from(
    { length: 12 },
    (_, index) => `      case 's${index}': step = 's${index + 1}'; break;`,
  );
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function run(message) {
  let step = 's0';
  for (;;) {
    switch (step) {
${steps.join('\n')}
      default: {
        const transaction = await producer.transaction();
        try {
          await transaction.send({ topic: 't', messages: [message] });
        } catch (error) {
          await transaction.abort().catch(console.warn);
          console.error(error);
          return;
        }
        await transaction.commit();
        return;
      }
    }
  }
}
`;
  expect(reported('require-application-recoverable-path', code)).toEqual(['} catch (error) {']);
});
