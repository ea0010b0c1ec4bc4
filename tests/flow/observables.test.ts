import { describe, expect, it } from 'vitest';
import { reports } from './reports.js';

/** A program that sends what an observable gives, and handles what fails in it. */
const program = (handled: string): string => `
import { bufferCount, catchError, concatMap, from, lastValueFrom, throwError } from 'rxjs';
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
export async function publish(records) {
  const transaction = await producer.transaction();
  const sent = from(records).pipe(
    bufferCount(200),
    concatMap((messages) => from(transaction.send({ topic: 't', messages }))),
    catchError((reason) => ${handled}),
  );
  await lastValueFrom(sent);
  await transaction.commit();
}
`;

describe('an observable that sends', () => {
  it.each(['transaction.abort()', 'transaction.abort().catch(console.warn)'])(
    'is over when its error is handled, and is waited for with what the handler does: %s',
    (abort) => {
      const handled = `from(${abort}).pipe(concatMap(() => throwError(() => reason)))`;

      expect(reports(program(handled)).join()).not.toContain('no-floating-transaction-call');
    },
  );

  it('loses what a handler goes on after', () => {
    expect(reports(program('from([])'))).toEqual([expect.stringContaining('no-commit-after-failed-send')]);
  });
});
