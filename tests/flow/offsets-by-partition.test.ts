import { describe, expect, it } from 'vitest';
import { reported } from './reports.js';

/** A program that notes an offset for each partition, and sends what it has noted. */
const program = (noted: string, note: string, sent: string): string => `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function eachBatch({ batch }) {
  let latest = ${noted};
  for (const message of batch.messages) ${note}
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages: batch.messages.map(({ value }) => ({ value })) });
    const partitions = ${sent};
    await transaction.sendOffsets({ consumerGroupId: 'g', topics: [{ topic: batch.topic, partitions }] });
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
}
`;
const next = '(BigInt(message.offset) + 1n).toString()';

describe('offsets that are noted for each partition', () => {
  const ways: readonly [string, string, (offset: string) => string, string][] = [
    [
      'in an object',
      '{}',
      (offset) => `latest[batch.partition] = ${offset};`,
      'Object.entries(latest).map(([partition, offset]) => ({ partition: Number(partition), offset }))',
    ],
    [
      'in an object of positions',
      '{}',
      (offset) => `latest[batch.partition] = { partition: batch.partition, offset: ${offset} };`,
      'Object.values(latest)',
    ],
    [
      'in an object that is read by its keys',
      '{}',
      (offset) => `latest[batch.partition] = ${offset};`,
      'Object.keys(latest).map((key) => ({ partition: Number(key), offset: latest[key] }))',
    ],
    [
      'in a Map',
      'new Map()',
      (offset) => `latest.set(batch.partition, ${offset});`,
      '[...latest].map(([partition, offset]) => ({ partition, offset }))',
    ],
    [
      'in an object for each topic',
      '{}',
      (offset) => `{ latest[batch.topic] ??= {}; latest[batch.topic][batch.partition] = ${offset}; }`,
      'Object.values(latest).flatMap((of) => Object.entries(of).map(([partition, offset]) => ({ partition: Number(partition), offset })))',
    ],
    [
      'in a Map for each topic',
      'new Map()',
      (offset) =>
        `{ if (!latest.has(batch.topic)) latest.set(batch.topic, new Map()); latest.get(batch.topic).set(batch.partition, ${offset}); }`,
      '[...latest.values()].flatMap((of) => [...of].map(([partition, offset]) => ({ partition, offset })))',
    ],
    [
      'in a list for each topic',
      '{}',
      (offset) => `(latest[batch.topic] ??= []).push({ partition: batch.partition, offset: ${offset} });`,
      'Object.values(latest).flatMap((positions) => positions.map((position) => position))',
    ],
    [
      'in a list for each topic of a Map',
      'new Map()',
      (offset) =>
        `{ if (!latest.has(batch.topic)) latest.set(batch.topic, []); latest.get(batch.topic).push({ partition: batch.partition, offset: ${offset} }); }`,
      '[...latest.values()].flatMap((positions) => positions.map((position) => position))',
    ],
    [
      'in an object that is copied with each',
      '{}',
      () => ';',
      'Object.entries(batch.messages.reduce((all, message) => ({ ...all, [batch.partition]: OFFSET }), {})).map(([partition, offset]) => ({ partition: Number(partition), offset }))',
    ],
    [
      'as the greatest of them',
      '0',
      (offset) => `latest = Math.max(latest, Number(${offset}));`,
      '[{ partition: batch.partition, offset: String(latest) }]',
    ],
  ];
  const whole = (noted: string, note: string, sent: string, offset: string): string =>
    program(noted, note, sent.replace('OFFSET', offset));

  it.each(ways)('%s are those that were read', (_, noted, note, sent) => {
    expect(
      reported('require-next-offset', whole(noted, note('message.offset'), sent, 'message.offset')),
    ).toHaveLength(1);
  });

  it.each(ways)('%s are the next ones', (_, noted, note, sent) => {
    expect(reported('require-next-offset', whole(noted, note(next), sent, next))).toEqual([]);
  });

  it.each([
    ['those that were read', 'message.offset', 1],
    ['the next ones', next, 0],
  ])('in a Map that a field holds are %s', (_, offset, reports) => {
    const code = program(
      'this.latest',
      `this.latest.set(batch.partition, ${offset});`,
      '[...latest].map(([partition, offset]) => ({ partition, offset }))',
    )
      .replace('export async function eachBatch', 'export class Worker { latest = new Map(); async eachBatch')
      .replace('const latest = this.latest;', '')
      .replace('[...latest]', '[...this.latest]');
    expect(reported('require-next-offset', `${code}}`)).toHaveLength(reports);
  });
});

it('asks whether something was put into an object that it fills', () => {
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(batches) {
  const transaction = await producer.transaction();
  const failed = {};
  for (const [name, messages] of batches) {
    try {
      await transaction.send({ topic: 't', messages });
    } catch (error) {
      console.warn(name, error);
      failed[name] = messages.length;
    }
  }
  if (Object.keys(failed).length > 0) {
    await transaction.abort().catch(console.warn);
    throw new Error('some failed');
  }
  await transaction.commit();
}
`;
  expect(reported('no-commit-after-failed-send', code)).toEqual([]);
  expect(reported('no-commit-after-failed-send', code.replace(/ {2}if \([^]*?\n {2}\}\n/, ''))).toHaveLength(
    1,
  );
});
