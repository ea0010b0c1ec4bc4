import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export interface End {
  sheet: string;
  number: number;
  stones: [red: number, yellow: number];
}

const isNetwork = (err: Error): boolean =>
  GenericError.isGenericError(err) && (err as GenericError).findBy('code', 'PLT_KFK_NETWORK') !== null;

const policy = retry(handleWhen(isNetwork), { maxAttempts: 3, backoff: new ConstantBackoff(500) });

async function session(sheet: string, ends: End[]): Promise<void> {
  const producer = new Producer({
    clientId: `curling-${sheet}`,
    bootstrapBrokers: ['curling-kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `curling-${sheet}`,
  });
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: ends.map((e) => ({ topic: 'curling.ends', key: sheet, value: JSON.stringify(e) })),
      });
    } catch (err) {
      if ((err as any).apiId === 'PRODUCER_FENCED') {
        console.error('another scoreboard writes sheet %s', sheet);
      }
      await tx.abort().catch((abortErr: Error) => console.warn('abort failed', abortErr.message));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}

export function publishEnds(sheet: string, ends: End[]): Promise<void> {
  return policy.execute(() => session(sheet, ends));
}
