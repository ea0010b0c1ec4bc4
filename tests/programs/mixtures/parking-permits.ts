import Redis from 'ioredis';
import { Kafka } from 'kafkajs';

const redis = new Redis(process.env.REDIS_URL as string);
const producer = new Kafka({ clientId: 'permits', brokers: ['kafka:9092'] }).producer({
  transactionalId: `parking-permits-${process.env.ZONE}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export type Outcome = { status: 'issued'; permit: string } | { status: 'locked' };

interface Application {
  plate: string;
  permit: string;
  zone: string;
}

export async function issue({ plate, permit, zone }: Application): Promise<Outcome> {
  const tx = await producer.transaction();
  const lock = `lock:plate:${plate}`;
  let owned = false;
  try {
    owned = (await redis.set(lock, permit, 'EX', 30, 'NX')) === 'OK';
    if (!owned) {
      return { status: 'locked' };
    }
    await tx.send({ topic: 'parking.permits', messages: [{ key: plate, value: permit }] });
    await tx.send({ topic: 'parking.zones', messages: [{ key: zone, value: plate }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('permit not rolled back', abortErr));
    throw err;
  } finally {
    if (owned) {
      await redis.del(lock).catch((err) => console.warn('lock stays until it expires', err));
    }
  }
  await tx.commit();
  return { status: 'issued', permit };
}

export const connect = () => producer.connect();
