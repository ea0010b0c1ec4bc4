import { Producer, stringSerializers } from '@platformatic/kafka';
import { retry } from 'ts-retry-promise';

export interface Household {
  address: string;
  persons: number;
}

/** Nothing was committed: the same households may be written again. */
export class NotWritten extends Error {}

/** Nobody knows whether the commit took place. */
export class InDoubt extends Error {}

interface Options {
  readonly bootstrapBrokers: string[];
  readonly district: string;
}

async function writeOnce({ bootstrapBrokers, district }: Options, households: Household[]): Promise<void> {
  const producer = new Producer({
    clientId: 'census',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `census-${district}`,
  });
  try {
    const tx = await producer.beginTransaction().catch((cause: unknown) => {
      throw new NotWritten('no transaction', { cause });
    });
    try {
      await tx.send({
        messages: households.map((h) => ({ topic: 'census', key: h.address, value: String(h.persons) })),
      });
    } catch (cause) {
      await tx.abort().catch((abortErr: unknown) => console.warn('census: abort failed', abortErr));
      throw new NotWritten('not sent', { cause });
    }
    await tx.commit().catch((cause: unknown) => {
      throw new InDoubt('commit failed', { cause });
    });
  } finally {
    await producer.close(true);
  }
}

export const write = (options: Options, households: Household[]): Promise<void> =>
  retry(() => writeOnce(options, households), {
    retries: 3,
    delay: 2_000,
    backoff: 'EXPONENTIAL',
    timeout: 'INFINITELY',
    retryIf: (error: unknown) => error instanceof NotWritten,
  });
