import { Kafka, type Producer } from 'kafkajs';

export interface Coupon {
  code: string;
  percent: number;
}

const kafka = new Kafka({ clientId: 'coupon-mill', brokers: ['kafka:9092'] });
const idle = new Map<string, Producer>();

async function take(brand: string): Promise<Producer> {
  const waiting = idle.get(brand);
  if (waiting !== undefined) {
    idle.delete(brand);
    return waiting;
  }
  const producer = kafka.producer({
    transactionalId: `coupon-mill-${brand}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

export async function mint(brand: string, coupons: Coupon[]): Promise<void> {
  const producer = await take(brand);
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: `coupons.${brand}`,
        messages: coupons.map((coupon) => ({ key: coupon.code, value: String(coupon.percent) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    idle.set(brand, producer);
  }
}
