import { Kafka } from 'kafkajs';

const OF_COMMIT = Symbol('raised by commit');

interface Tagged {
  [OF_COMMIT]?: true;
}

const tag = (err: unknown): never => {
  if (typeof err === 'object' && err !== null) {
    (err as Tagged)[OF_COMMIT] = true;
  }
  throw err;
};

const isOfCommit = (err: unknown): boolean =>
  typeof err === 'object' && err !== null && (err as Tagged)[OF_COMMIT] === true;

export interface Parcel {
  barcode: string;
  depot: string;
  grams: number;
}

export function parcelFeed(kafka: Kafka, depot: string) {
  const producer = kafka.producer({
    transactionalId: `parcels.${depot}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  return {
    connect: () => producer.connect(),
    close: () => producer.disconnect(),

    async scan(parcels: readonly Parcel[]): Promise<void> {
      const tx = await producer.transaction();
      try {
        await tx.send({
          topic: 'parcels.scanned',
          messages: parcels.map((p) => ({ key: p.barcode, value: JSON.stringify(p) })),
        });
        await tx.commit().catch(tag);
      } catch (err) {
        if (!isOfCommit(err)) {
          await tx.abort().catch((abortErr) => {
            throw new AggregateError([err, abortErr], `parcels of ${depot} not rolled back`);
          });
        }
        throw err;
      }
    },
  };
}
