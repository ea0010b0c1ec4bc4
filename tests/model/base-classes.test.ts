import { describe, expect, it } from 'vitest';
import { reported } from '../flow/reports.js';

/** A class that publishes by what its subclass fills in; where that throws, nothing comes after it. */
const program = (head: string, rest = ''): string => `
import { Producer } from 'node-rdkafka';
${head} {
  constructor() { this.producer = new Producer({ 'metadata.broker.list': 'b', 'transactional.id': 't' }); }
  fill() { throw new Error('not implemented'); }
  publish(done) {
    this.producer.beginTransaction((beginError) => {
      if (beginError) return done(beginError);
      this.fill();
      this.producer.commitTransaction(1000, (error) => {
        if (error) console.error(error);
        done();
      });
    });
  }
}
export class Orders extends Writer {
  fill() { this.producer.produce('orders', null, Buffer.from('1')); }
}
${rest}
`;
const swallowed = (head: string, rest?: string): number =>
  reported('require-application-recoverable-path', program(head, rest)).length;

describe('a method that a subclass has another one of', () => {
  it('is that of the subclass where the file makes no instance of the class itself', () => {
    expect(swallowed('class Writer')).toBe(1);
    expect(swallowed('class Writer', 'export const isWriter = (it) => it instanceof Writer;')).toBe(1);
  });

  it('is that of the class where somebody has an instance of it, or the class', () => {
    expect(swallowed('export class Writer')).toBe(0);
    expect(swallowed('class Writer', 'export const writer = new Writer();')).toBe(0);
    expect(swallowed('class Writer', 'export const classes = [Writer];')).toBe(0);
  });
});
