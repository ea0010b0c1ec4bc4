import { describe, expect, it } from 'vitest';
import { reported, reports } from './reports.js';

/** Publishes on several producers, one after the other, whatever happens on one of them. */
const program = (parameter: string, loop: string): string => `
import type { Producer } from 'kafkajs';
async function publish(producer: Producer, value: string): Promise<void> {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages: [{ value }] });
  } catch (error) {
    await transaction.abort().catch(console.error);
    throw error;
  }
  await transaction.commit();
}
export async function everywhere(${parameter}, value: string): Promise<void> {
  const errors: unknown[] = [];
  const attempt = async (producer: Producer): Promise<void> => {
    try {
      await publish(producer, value);
    } catch (error) {
      errors.push(error);
    }
  };
  ${loop}
  if (errors.length > 0) throw new AggregateError(errors);
}
`;

describe('each producer of several', () => {
  it.each([
    [
      'of a record',
      'producers: Record<string, Producer>, regions: string[]',
      'for (const region of regions) await attempt(producers[region]!);',
    ],
    [
      'of an object with any keys',
      'producers: { [region: string]: Producer }, regions: string[]',
      'for (const region of regions) await attempt(producers[region]!);',
    ],
    [
      'of a Map',
      'producers: ReadonlyMap<string, Producer>',
      'for (const [, producer] of producers) await attempt(producer);',
    ],
    ['of an array', 'producers: Producer[]', 'for (const producer of producers) await attempt(producer);'],
    [
      'of two loops',
      'producers: Producer[]',
      'for (const producer of producers) await attempt(producer); await Promise.all(producers.map(attempt));',
    ],
  ])('%s is another one', (_, parameter, loop) => {
    expect(reports(program(parameter, loop), 'program.ts')).toEqual([]);
  });

  it.each([
    ['await attempt(producers.eu); await attempt(producers.us);', 0],
    ['await attempt(producers.eu); await attempt(producers.eu);', 1],
    ["await Promise.all((['eu', 'us'] as const).map((region) => attempt(producers[region])));", 0],
  ])('of a record is another one under each name: %s', (calls, count) => {
    const code = program("producers: Record<'eu' | 'us', Producer>", calls);
    expect(reported('no-defunct-producer-reuse', code, 'program.ts')).toHaveLength(count);
  });

  it('is the same one where nothing changes with the turns', () => {
    expect(
      reports(
        program('own: Producer, values: string[]', 'for (const one of values) await attempt(own);'),
        'program.ts',
      ),
    ).toEqual([expect.stringMatching(/^no-futile-retry|^no-defunct-producer-reuse|^no-replay-after-commit/)]);
  });
});

it('knows a producer by the type of what a file keeps by key', () => {
  const floating = (parameter: string, producer: string): string[] =>
    reports(
      `import type { Kafka, Producer } from 'kafkajs';
export async function publish(${parameter}, key: string) {
  const transaction = await ${producer}.transaction();
  transaction.commit();
}`,
      'program.ts',
    ).filter((report) => report.startsWith('no-floating'));

  expect(floating('all: { [key: string]: Producer }', 'all[key]!')).toHaveLength(1);
  expect(floating('all: Map<string, { producer: Producer }>', 'all.get(key)!.producer')).toHaveLength(1);
});

describe('a producer that is looked up to be closed', () => {
  const program = (closed: string): string => `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['broker:9092'] } });
const lanes = new Map();
async function laneOf(id) {
  let lane = lanes.get(id);
  if (!lane) {
    lane = kafka.producer({ kafkaJS: { transactionalId: id } });
    await lane.connect();
    lanes.set(id, lane);
  }
  return lane;
}
async function drop(id) {
  const lane = lanes.get(id);
  lanes.delete(id);
  ${closed}
}
export async function copy(id, messages) {
  try {
    const lane = await laneOf(id);
    await lane.transaction();
    await lane.send({ topic: 'copies', messages });
    await lane.commit();
  } catch (error) {
    await drop(id);
    throw error;
  }
}
`;

  it.each(['await lane?.disconnect();', 'if (lane) await lane.disconnect();'])('is there: %s', (closed) => {
    expect(reports(program(closed))).toEqual([]);
  });

  it('has its transaction left open where it is not closed', () => {
    expect(reports(program('lane?.flush();'))).toEqual([
      'require-transaction-end: await lane.transaction();',
    ]);
  });
});
