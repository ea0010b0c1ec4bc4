import { Prisma, PrismaClient } from '@prisma/client';
import pRetry, { AbortError } from 'p-retry';

const prisma = new PrismaClient();

type Tx = Prisma.TransactionClient;

async function book(tx: Tx, table: number, guests: number): Promise<void> {
  const { count } = await tx.table.updateMany({
    where: { id: table, free: { gte: guests } },
    data: { free: { decrement: guests } },
  });
  if (count === 0) {
    throw new AbortError('table is full');
  }
  await tx.booking.create({ data: { table, guests } });
}

function isWriteConflict(err: unknown): boolean {
  return err instanceof Prisma.PrismaClientKnownRequestError && err.code === 'P2034';
}

export async function reserve(table: number, guests: number): Promise<'booked' | 'full' | 'busy'> {
  try {
    await pRetry(() => prisma.$transaction((tx) => book(tx, table, guests)), {
      retries: Number.POSITIVE_INFINITY,
      shouldRetry: ({ error }) => isWriteConflict(error),
    });
    return 'booked';
  } catch (err) {
    console.warn('no booking', err);
    return err instanceof Error && err.message === 'table is full' ? 'full' : 'busy';
  }
}
