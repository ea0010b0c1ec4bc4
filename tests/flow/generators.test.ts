import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
import { KafkaJS } from '@confluentinc/kafka-javascript';
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 't' } });
`;

describe('a generator that has no end', () => {
  const connecting = (loop: string): string => `${HEAD}
function* pauses(ms) {
  for (;;) {
    yield ms;
    ms *= 2;
  }
}
export async function open() {
  ${loop} {
    try {
      await producer.connect();
      return;
    } catch (error) {
      console.warn(error, 250);
      await sleep(250);
    }
  }
}
`;

  it('gives pauses without a bound', () => {
    const endless = reports(connecting('for (;;)'));
    expect(endless).toEqual(['no-futile-retry: for (;;) {']);
    expect(reports(connecting('for (const ms of pauses(250))'))).toEqual([
      'no-futile-retry: for (const ms of pauses(250)) {',
    ]);
  });

  const polling = (end: string): string => `${HEAD}
async function* batches(poll) {
  while (true) {
    yield await poll();
  }
}
export async function run(poll) {
  await producer.connect();
  for await (const messages of batches(poll)) {
    await producer.transaction();
    try {
      await producer.send({ topic: 't', messages });
    } catch (error) {
      console.error(error);
      await producer.abort().catch(console.error);
      ${end}
    }
    await producer.commit();
  }
}
`;

  it('gives items with which something is done', () => {
    expect(reports(polling('continue;'))).toEqual([
      'require-application-recoverable-path: } catch (error) {',
    ]);
    expect(reports(polling('throw error;'))).toEqual([]);
  });
});
