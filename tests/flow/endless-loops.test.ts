import { expect, it } from 'vitest';
import { reports } from './reports.js';

const HEAD = `
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
`;

it('an error that a loop without an end only logs is lost', () => {
  const code = `${HEAD}
export async function run(poll) {
  for (;;) {
    const messages = await poll();
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 't', messages });
    } catch (error) {
      await transaction.abort().catch(console.warn);
      console.error(error);
      continue;
    }
    await transaction.commit();
  }
}
`;

  expect(reports(code)).toEqual(['require-application-recoverable-path: } catch (error) {']);
  expect(reports(code.replace('continue;', 'throw error;'))).toEqual([]);
});

it.each(['{ ok: false }', `'not published'`, 'false'])(
  'a handler that returns %s has told its caller',
  (value) => {
    const code = `${HEAD}
export async function publish(messages) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages });
  } catch (error) {
    await transaction.abort().catch(console.warn);
    return ${value};
  }
  await transaction.commit();
}
`;

    expect(reports(code)).toEqual([]);
    expect(reports(code.replace(`return ${value};`, 'return;'))).toEqual([
      'require-application-recoverable-path: } catch (error) {',
    ]);
  },
);
