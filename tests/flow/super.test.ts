import { describe, expect, it } from 'vitest';
import { lint } from '../lint.js';

const base = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'a', idempotent: true, maxInFlightRequests: 1 });
class Base {
  async execute(value) {
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 't', messages: [{ value }] });
    } catch (error) {
      await transaction.abort().catch(() => {});
      throw error;
    }
    await transaction.commit();
  }
}
`;
const rulesOf = (members: string): string[] =>
  lint(`${base} export class Own extends Base { ${members} }`, 'a.js').map(({ rule }) => rule);

describe('a method of the base class', () => {
  it('is entered from super', () => {
    expect(
      rulesOf('async execute(v) { try { await super.execute(v); } catch (error) { console.error(error); } }'),
    ).toEqual(['require-application-recoverable-path']);
  });

  it('throws to whoever calls it', () => {
    expect(rulesOf('async execute(v) { console.log(v); await super.execute(v); }')).toEqual([]);
  });
});
