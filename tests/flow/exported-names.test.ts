import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

/** A CommonJS module whose functions call each other by the names under which it hands them out. */
const program = (before: string, calls: string): string => `
const { Kafka } = require('kafkajs');
const kafka = new Kafka({ brokers: ['broker:9092'] });
const producer = kafka.producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
${before}
exports.publish = async (messages) => {
  const transaction = await producer.transaction();
  try {
    await ${calls}.write(transaction, messages);
  } catch (error) {
    await ${calls}.write(transaction, messages);
  }
  await transaction.commit();
};
`;
const WRITE = "async (transaction, messages) => { await transaction.send({ topic: 't', messages }); }";

describe('a function that the file hands out', () => {
  it.each([
    ['exports', `exports.write = ${WRITE};`],
    ['module.exports', `module.exports.write = ${WRITE};`],
    ['module.exports', `module.exports = { write: ${WRITE} };`],
    ['exports', `const write = ${WRITE};\nexports.write = write;`],
  ])('is followed where it is called as a member of %s: %s', (calls, before) => {
    expect(reports(program(before, calls), 'program.cjs')).toContain(
      `no-transactional-send-retry: await ${calls}.write(transaction, messages);`,
    );
  });

  it.each([
    ['it is given anew', 'exports', `exports.write = ${WRITE};\nexports.write = wrapped(exports.write);`],
    ['it is a member of something else', 'other', `exports.write = ${WRITE};`],
  ])('is not followed where %s', (_, calls, before) => {
    expect(reports(program(before, calls), 'program.cjs').join()).not.toContain(
      'no-transactional-send-retry',
    );
  });
});
