import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Kafka } from 'kafkajs';

interface Ringing {
  ring: string;
  species: string;
  wingMillimetres: number;
}

const producer = new Kafka({ clientId: 'bird-ringing', brokers: ['birds:9092'] }).producer({
  transactionalId: `ringing-${process.env.STATION ?? 'main'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

/** Publishes what an object stream of ringings delivers. */
export async function publishRingings(ringings: Readable): Promise<number> {
  const tx = await producer.transaction();
  let count = 0;
  try {
    ringings.on('data', async ({ ring, species, wingMillimetres }: Ringing) => {
      count += 1;
      await tx.send({
        topic: 'birds.ringings',
        messages: [{ key: ring, value: `${species};${wingMillimetres}` }],
      });
    });
    await once(ringings, 'end');
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('ringings not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  return count;
}
