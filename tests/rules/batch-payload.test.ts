import { describe, expect, it } from 'vitest';
import { reported } from '../flow/reports.js';

const rule = 'no-operation-outside-transaction';

/** A consumer of batches, and what it does within and after each transaction. */
const program = (client: string, handler: string): string => `${client}
const producer = kafka.producer({ kafkaJS: { transactionalId: 't' }, transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'g' }, groupId: 'g' });
${handler}
`;
const clients = [
  ['kafkajs', "import { Kafka } from 'kafkajs';\nconst kafka = new Kafka({ brokers: ['b'] });"],
  [
    'the Confluent client',
    "import { KafkaJS } from '@confluentinc/kafka-javascript';\nconst kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['b'] } });",
  ],
] as const;

const work = (batch: string, commit: string, after = ''): string => `
  const transaction = await producer.transaction();
  try {
    await transaction.send({ topic: 't', messages: ${batch}.messages.map(({ value }) => ({ value })) });
    ${commit}
  } catch (error) {
    await transaction.abort().catch(console.warn);
    throw error;
  }
  await transaction.commit();
  ${after}`;

describe.each(clients)('the offsets of a batch with %s', (_, client) => {
  it.each([
    [
      'a function in the call',
      `await consumer.run({ eachBatch: async ({ batch, commitOffsetsIfNecessary }) => {
        ${work('batch', 'await commitOffsetsIfNecessary();')}
      } });`,
    ],
    [
      'a function that the call names',
      `async function eachBatch(payload) {
        ${work('payload.batch', 'await payload.commitOffsetsIfNecessary();')}
      }
      await consumer.run({ eachBatch });`,
    ],
  ])('are committed beside the transaction by %s', (__, handler) => {
    expect(reported(rule, program(client, handler))).toEqual([
      expect.stringContaining('commitOffsetsIfNecessary();'),
    ]);
  });

  it.each([
    [
      'after the transaction',
      `await consumer.run({ eachBatch: async ({ batch, commitOffsetsIfNecessary }) => {
        ${work('batch', '', 'await commitOffsetsIfNecessary();')}
      } });`,
    ],
    [
      "by a function of another's",
      `await queue.run({ eachBatch: async ({ batch, commitOffsetsIfNecessary }) => {
        ${work('batch', 'await commitOffsetsIfNecessary();')}
      } });`,
    ],
  ])('may be committed %s', (__, handler) => {
    expect(reported(rule, program(client, handler))).toEqual([]);
  });
});
