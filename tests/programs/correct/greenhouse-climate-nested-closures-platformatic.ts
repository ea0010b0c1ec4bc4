import { Producer, stringSerializers } from '@platformatic/kafka';

interface Climate {
  house: string;
  celsius: number;
  humidity: number;
}

type Send = (topic: string, key: string, value: unknown) => Promise<void>;

export function createGreenhouse(bootstrapBrokers: string[], site: string) {
  const producer = new Producer({
    clientId: 'greenhouse',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `greenhouse-${site}`,
  });

  async function atomically(work: (send: Send) => Promise<void>): Promise<void> {
    const tx = await producer.beginTransaction();

    const send: Send = async (topic, key, value) => {
      await tx.send({ messages: [{ topic, key, value: JSON.stringify(value) }] });
    };

    async function rollBack(cause: unknown): Promise<never> {
      try {
        await tx.abort();
      } catch (abortError) {
        await producer.close(true);
        throw new AggregateError([cause, abortError], `climate of ${site} not rolled back`);
      }
      throw cause;
    }

    try {
      await work(send);
    } catch (cause) {
      return rollBack(cause);
    }
    await tx.commit();
  }

  return {
    record: (climates: Climate[]) =>
      atomically(async (send) => {
        for (const { house, ...climate } of climates) {
          await send('greenhouse.climate', house, climate);
        }
      }),
    close: () => producer.close(),
  };
}
