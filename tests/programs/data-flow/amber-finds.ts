import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Find {
  site: string;
  grams: number;
  inclusion?: string;
}

const producer = new Producer({
  clientId: 'amber-finds',
  bootstrapBrokers: ['museum-kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'amber-finds-0',
});

type Tally = { sent: number; failures: unknown[] };

export async function catalogue(finds: readonly Find[]): Promise<number> {
  const tx = await producer.beginTransaction();
  let tally: Tally;

  try {
    tally = await finds.reduce<Promise<Tally>>(
      async (before, { site, ...details }) => {
        const { sent, failures } = await before;
        if (failures.length > 0) return { sent, failures };
        try {
          await tx.send({ messages: [{ topic: 'amber.finds', key: site, value: JSON.stringify(details) }] });
          return { sent: sent + 1, failures };
        } catch (failure) {
          return { sent, failures: [failure] };
        }
      },
      Promise.resolve({ sent: 0, failures: [] }),
    );
    if (tally.failures.length > 0) {
      throw new AggregateError(tally.failures, `refused after ${tally.sent} of ${finds.length} finds`);
    }
  } catch (reason) {
    await tx.abort().catch((abortError: unknown) => console.error('finds not rolled back', abortError));
    throw reason;
  }

  try {
    await tx.commit();
  } catch (reason) {
    await producer.close(true);
    throw reason;
  }
  return tally.sent;
}

export const shutdown = (): Promise<void> => producer.close();
