import { setTimeout as sleep } from 'node:timers/promises';
import { Producer, stringSerializers } from '@platformatic/kafka';

export namespace Turnstiles {
  export interface Count {
    gate: string;
    entered: number;
    left: number;
  }

  const producer = new Producer({
    clientId: 'turnstiles',
    bootstrapBrokers: ['stadium-kafka:9092'],
    idempotent: true,
    transactionalId: 'turnstiles-north-stand',
    serializers: stringSerializers,
  });

  type Tx = Awaited<ReturnType<typeof producer.beginTransaction>>;

  async function begin(): Promise<Tx> {
    while (true) {
      try {
        return await producer.beginTransaction();
      } catch (err) {
        console.warn('coordinator not ready', err);
        await sleep(1_000);
      }
    }
  }

  export async function publish(counts: Count[]): Promise<void> {
    const tx = await begin();
    try {
      await tx.send({
        messages: counts.map(({ gate, entered, left }) => ({
          topic: 'stadium.gates',
          key: gate,
          value: `${entered};${left}`,
        })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }

  export const close = (): Promise<void> => producer.close(true);
}
