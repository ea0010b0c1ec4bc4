import { Kafka, type Transaction } from 'kafkajs';

class NothingToReport extends Error {}

export interface Night {
  parcel: string;
  lowest: number;
  sprinklers: boolean;
}

const producer = new Kafka({ clientId: 'frost-watch', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'frost-watch-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function withTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await producer.transaction();
  const undo = async (cause: unknown): Promise<never> => {
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([cause, abortErr], 'transaction not rolled back');
    });
    throw cause;
  };
  const result = await work(tx).catch(undo);
  await tx.commit();
  return result;
}

/** Writes the parcels with frost; a mild night leaves no trace. */
export async function reportFrost(nights: Night[]): Promise<number> {
  try {
    return await withTransaction(async (tx) => {
      const frosty = nights.filter((night) => night.lowest < 0);
      if (frosty.length === 0) throw new NothingToReport('no frost');
      await tx.send({
        topic: 'vineyard.frost',
        messages: frosty.map((night) => ({ key: night.parcel, value: String(night.lowest) })),
      });
      return frosty.length;
    });
  } catch (err) {
    if (err instanceof NothingToReport) return 0;
    throw err;
  }
}

export const reportWater = (nights: Night[]): Promise<void> =>
  withTransaction(async (tx) => {
    for (const { parcel, sprinklers } of nights) {
      await tx.send({ topic: 'vineyard.sprinklers', messages: [{ key: parcel, value: sprinklers ? 'on' : 'off' }] });
    }
  });

export const connect = (): Promise<void> => producer.connect();
