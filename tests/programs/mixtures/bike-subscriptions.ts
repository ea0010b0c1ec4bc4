import { PrismaClient, Prisma } from '@prisma/client';
import { Producer, stringSerializers } from '@platformatic/kafka';
import pRetry from 'p-retry';

const prisma = new PrismaClient();

export const producer = new Producer({
  clientId: 'bike-subscriptions',
  bootstrapBrokers: (process.env.KAFKA ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `bike-subscriptions-${process.env.CITY}`,
});

interface Renewal {
  subscriptionId: number;
  until: Date;
}

const WRITE_CONFLICT = 'P2034';

function isWriteConflict(err: unknown): boolean {
  return err instanceof Prisma.PrismaClientKnownRequestError && err.code === WRITE_CONFLICT;
}

/** Serializable transactions of PostgreSQL may be repeated as often as they conflict. */
function extend({ subscriptionId, until }: Renewal) {
  return pRetry(
    () =>
      prisma.$transaction(
        async (tx) => {
          const row = await tx.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
          await tx.renewal.create({ data: { subscriptionId, from: row.until, until } });
          return tx.subscription.update({ where: { id: subscriptionId }, data: { until } });
        },
        { isolationLevel: 'Serializable' },
      ),
    { retries: 6, shouldRetry: ({ error }) => isWriteConflict(error) },
  );
}

export async function renew(renewals: Renewal[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    for (const renewal of renewals) {
      const row = await extend(renewal);
      await tx.send({
        messages: [{ topic: 'bikes.renewed', key: row.riderId, value: row.until.toISOString() }],
      });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('renewals: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}
