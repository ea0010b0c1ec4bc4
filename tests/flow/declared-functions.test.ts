import { expect, it } from 'vitest';
import { reported } from './reports.js';

it('takes functions without code for functions that it cannot see into', () => {
  const code = `
import { Kafka } from 'kafkajs';
declare function convert(value: string): string;
function publish(value: string): Promise<void>;
function publish(values: string[]): Promise<void>;
async function publish(values: string | string[]): Promise<void> {
  await producer.transaction();
  convert(String(values));
}
const producer = new Kafka({ brokers: ['kafka:9092'] }).producer({ transactionalId: 'p' });
export const run = () => publish('a');
`;
  expect(reported('valid-transaction-call', code, 'program.ts')).toEqual(['await producer.transaction();']);
});
