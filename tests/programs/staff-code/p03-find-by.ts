import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const RESTART = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_ID_MAPPING'] as const;

export function mustRestart(err: unknown): boolean {
  if (!(err instanceof Error) || !GenericError.isGenericError(err)) return false;
  return RESTART.some((id) => err.findBy('apiId', id) !== null);
}

export const producer = new Producer({
  clientId: 'parcel-tracker',
  bootstrapBrokers: (process.env.KAFKA ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  transactionalId: `parcel-tracker-${process.env.SHARD ?? '0'}`,
  idempotent: true,
});

interface Scan {
  parcel: string;
  depot: string;
  at: Date;
}

export async function track(scans: Scan[]): Promise<void> {
  const transaction = await producer.beginTransaction();
  try {
    for (let i = 0; i < scans.length; i += 200) {
      const messages = scans.slice(i, i + 200).map(({ parcel, ...rest }) => ({
        topic: 'parcel.scans',
        key: parcel,
        value: JSON.stringify(rest),
      }));
      await transaction.send({ messages });
    }
  } catch (err) {
    if (mustRestart(err)) {
      await producer.close(true);
      throw new Error('parcel tracker was fenced', { cause: err });
    }
    try {
      await transaction.abort();
    } catch (abortErr) {
      console.error('abort failed', abortErr);
      await producer.close(true);
    }
    throw err;
  }
  await transaction.commit();
}
