import type { Producer } from 'kafkajs';
import type { RedisClientType } from 'redis';
import { trace } from '@opentelemetry/api';

export interface Redemption {
  coupon: string;
  basket: string;
  cents: number;
}

export type Outcome = { status: 'redeemed'; cents: number } | { status: 'spent'; coupon: string };

const tracer = trace.getTracer('coupon-ledger');

export class CouponLedger {
  constructor(
    private readonly producer: Producer,
    private readonly redis: RedisClientType,
  ) {}

  async redeem(redemptions: Redemption[]): Promise<Outcome> {
    const span = tracer.startSpan('coupons.redeem', { attributes: { count: redemptions.length } });
    const tx = await this.producer.transaction();
    let cents = 0;
    try {
      for (const redemption of redemptions) {
        const fresh = await this.redis.setNX(`coupon:${redemption.coupon}`, redemption.basket);
        if (!fresh) {
          span.addEvent('spent', { coupon: redemption.coupon });
          return { status: 'spent', coupon: redemption.coupon };
        }
        await tx.send({
          topic: 'coupons.redeemed',
          messages: [{ key: redemption.coupon, value: JSON.stringify(redemption) }],
        });
        cents += redemption.cents;
      }
    } catch (err) {
      span.recordException(err as Error);
      await tx.abort().catch((abortErr) => span.addEvent('abort failed', { error: String(abortErr) }));
      throw err;
    } finally {
      span.end();
    }

    await tx.commit();
    return { status: 'redeemed', cents };
  }
}
