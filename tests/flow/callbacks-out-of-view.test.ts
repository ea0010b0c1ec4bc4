import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

/** A program that gives a callback to code out of view while a transaction is open. */
const program = (work: string, more = ''): string => `
import Kafka from 'node-rdkafka';
import { steps } from './steps.js';
const producer = new Kafka.Producer({ 'transactional.id': 't' });
${more}
export function publish(done) {
  producer.beginTransaction((beginError) => {
    if (beginError) return done(beginError);
    ${work}
  });
}
`;

describe('a callback that code out of view gets', () => {
  it.each([
    ['commits', 'steps.run(() => producer.commitTransaction(5000, done));'],
    [
      'tells of what it was told when the abort fails',
      'steps.run((error) => producer.abortTransaction(5000, () => done(error)));',
    ],
    [
      'commits or aborts by what it is told',
      `steps.run((error) => {
      if (!error) return producer.commitTransaction(5000, done);
      producer.abortTransaction(5000, (abortError) => {
        if (abortError) console.warn(abortError);
        done(error);
      });
    });`,
    ],
    ['calls a function that ends the transaction', 'steps.run(() => end(done));'],
  ])('may end the transaction where it %s', (_, work) => {
    const end = 'const end = (done) => producer.commitTransaction(5000, done);';

    expect(reports(program(work, end))).toEqual([]);
  });

  it('leaves the transaction open where it does something else', () => {
    expect(reports(program("steps.run(() => console.log('ran')); done(null);"))).toEqual([
      expect.stringContaining('require-transaction-end'),
    ]);
  });
});

describe('steps that call back, one after the other', () => {
  const series = `
const series = (steps, done) => {
  const [step, ...rest] = steps;
  if (!step) return done(null);
  step((error) => (error ? done(error) : series(rest, done)));
};
const produce = (next) => {
  try {
    producer.produce('t', null, 'value');
  } catch (error) {
    return next(error);
  }
  next(null);
};`;
  const run = (end: string): string => program(`series([produce], (error) => { ${end} });`, series);

  it('end the transaction behind the last one', () => {
    const end = `if (!error) return producer.commitTransaction(5000, done);
      producer.abortTransaction(5000, () => done(error));`;

    expect(reports(run(end))).toEqual([]);
  });

  it('leave it open where nobody ends it behind the last one', () => {
    expect(reports(run('done(error);'))).toEqual([expect.stringContaining('require-transaction-end')]);
  });
});
