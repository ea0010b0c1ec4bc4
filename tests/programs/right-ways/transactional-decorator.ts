import type { Producer, Transaction } from 'kafkajs';

interface HasProducer {
  readonly producer: Producer;
}

type Work<This, Args extends unknown[], R> = (this: This, tx: Transaction, ...args: Args) => Promise<R>;

/**
 * `@transactional` on a method: its first argument is a transaction that is begun before it runs,
 * committed after it has returned and aborted after it has thrown.
 */
function transactional<This extends HasProducer, Args extends unknown[], R>(
  work: Work<This, Args, R>,
  _context: ClassMethodDecoratorContext<This, Work<This, Args, R>>,
): Work<This, Args, R> {
  return async function (this: This, _placeholder: Transaction, ...args: Args): Promise<R> {
    const tx = await this.producer.transaction();
    let result: R;
    try {
      result = await work.call(this, tx, ...args);
    } catch (reason) {
      let undone: unknown;
      try {
        await tx.abort();
      } catch (abortErr) {
        undone = abortErr;
      }
      throw undone === undefined ? reason : new AggregateError([reason, undone], 'work failed and was not undone');
    }
    await tx.commit();
    return result;
  };
}

const BEGUN_BY_DECORATOR = undefined as unknown as Transaction;

export class LoyaltyPoints implements HasProducer {
  constructor(readonly producer: Producer) {}

  @transactional
  protected async book(tx: Transaction, member: string, points: number): Promise<number> {
    if (!Number.isInteger(points)) throw new RangeError(`${points} points`);
    await tx.send({ topic: 'loyalty.points', messages: [{ key: member, value: String(points) }] });
    await tx.send({ topic: 'loyalty.statements', messages: [{ key: member, value: `${points} points booked` }] });
    return points;
  }

  earn(member: string, points: number): Promise<number> {
    return this.book(BEGUN_BY_DECORATOR, member, points);
  }

  redeem(member: string, points: number): Promise<number> {
    return this.book(BEGUN_BY_DECORATOR, member, -points);
  }
}
