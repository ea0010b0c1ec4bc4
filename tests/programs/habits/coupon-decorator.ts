import type { Message, Producer, Transaction } from 'kafkajs';

type Method<T, A extends unknown[], R> = (this: T, ...args: A) => Promise<R>;

function retried(times: number) {
  return function <T, A extends unknown[], R>(target: Method<T, A, R>, _context: ClassMethodDecoratorContext) {
    return async function (this: T, ...args: A): Promise<R> {
      let last: unknown;
      for (let attempt = 0; attempt < times; attempt++) {
        try {
          return await target.apply(this, args);
        } catch (err) {
          last = err;
        }
      }
      throw last;
    };
  };
}

export class CouponWriter {
  constructor(private readonly producer: Producer) {}

  @retried(3)
  protected async put(tx: Transaction, messages: Message[]): Promise<void> {
    await tx.send({ topic: 'coupons.issued', messages });
  }

  async issue(codes: string[], campaign: string): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.put(
        tx,
        codes.map((code) => ({ key: campaign, value: code })),
      );
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('coupon abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
