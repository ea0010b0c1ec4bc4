import { Producer, stringSerializers } from '@platformatic/kafka';

enum Code {
  Network = 'PLT_KFK_NETWORK',
  Timeout = 'PLT_KFK_TIMEOUT',
  User = 'PLT_KFK_USER',
}

const connection = { clientId: 'ink-wells', bootstrapBrokers: ['stationery:9092'] };
const durability = { idempotent: true as const, retries: 5 };

const producer = new Producer({
  ...connection,
  ...durability,
  serializers: stringSerializers,
});

export const failures = { network: 0, timeout: 0, user: 0, other: 0 };

function count({ code }: { code?: string }): void {
  switch (code) {
    case Code.Network:
      failures.network += 1;
      break;
    case Code.Timeout:
      failures.timeout += 1;
      break;
    case Code.User:
      failures.user += 1;
      break;
    default:
      failures.other += 1;
  }
}

export async function refill(wells: Array<{ desk: string; millilitres: number }>): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: wells.map(({ desk, millilitres }) => ({ topic: 'ink.wells', key: desk, value: `${millilitres}` })),
    });
  } catch (error) {
    count(error as { code?: string });
    await tx.abort().catch((abortError: unknown) => console.error('wells not rolled back', abortError));
    throw error;
  }

  try {
    await tx.commit();
  } catch (error) {
    await producer.close(true);
    throw error;
  }
}

export const close = () => producer.close();
