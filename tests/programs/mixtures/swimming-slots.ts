import { Producer, stringSerializers } from '@platformatic/kafka';
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL ?? 'redis://localhost');
const producer = new Producer({
  clientId: 'swimming-slots',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `swimming-slots-${process.env.POOL_ID ?? 'north'}`,
});

type Taken = { ok: true; left: number } | { ok: false; reason: 'full' | 'busy' };

async function take(slot: string, swimmer: string): Promise<Taken> {
  const key = `slot:${slot}`;
  for (let attempt = 0; attempt < 8; attempt++) {
    await redis.watch(key);
    const left = Number(await redis.get(key)) - 1;
    if (left < 0) {
      await redis.unwatch();
      return { ok: false, reason: 'full' };
    }
    const transaction = redis.multi();
    transaction.set(key, left);
    transaction.sadd(`${key}:swimmers`, swimmer);
    try {
      if ((await transaction.exec()) !== null) return { ok: true, left };
    } catch (err) {
      transaction.discard();
      console.warn('redis transaction failed, next attempt', err);
    }
  }
  return { ok: false, reason: 'busy' };
}

export async function book(slot: string, swimmer: string): Promise<Taken> {
  const taken = await take(slot, swimmer);
  if (!taken.ok) return taken;

  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({
      messages: [
        { topic: 'pool.bookings', key: slot, value: swimmer },
        { topic: 'pool.capacity', key: slot, value: String(taken.left) },
      ],
    });
  } catch (err) {
    await transaction.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `booking of ${slot} in doubt`);
    });
    throw err;
  }
  await transaction.commit();
  return taken;
}

export const shutdown = async (): Promise<void> => {
  await producer.close();
  redis.disconnect();
};
