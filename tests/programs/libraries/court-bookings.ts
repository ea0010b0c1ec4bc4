import { PrismaClient, type Prisma } from '@prisma/client';
import { Ok, Err, type Result } from 'ts-results';
import { openCourtProducer } from './kafka/producer-factory';
import { logger } from './logger';

const prisma = new PrismaClient();

/**
 * Another transaction(), commit() and abort(): those of the booking ledger, a store of our own.
 */
import { ledger } from './ledger';

export async function cancel(booking: string): Promise<Result<void, Error>> {
  const entry = await ledger.transaction();
  try {
    await entry.send({ booking, state: 'cancelled' });
    await entry.commit();
    return Ok.EMPTY;
  } catch (err) {
    await entry.abort();
    logger.warn('ledger entry not written', err);
    return Err(err as Error);
  }
}

export async function book(data: Prisma.BookingCreateInput): Promise<Result<string, Error>> {
  try {
    const id = await prisma.$transaction(async (db) => {
      const { id } = await db.booking.create({ data });
      await db.outbox.create({ data: { topic: 'courts.booked', key: id, value: JSON.stringify(data) } });
      return id;
    });
    return Ok(id);
  } catch (err) {
    return Err(err as Error);
  }
}

export async function flush(): Promise<void> {
  const publish = await openCourtProducer();
  const rows = await prisma.outbox.findMany({ where: { sent: false }, take: 100 });
  await publish(rows);
  await prisma.outbox.updateMany({ where: { id: { in: rows.map((r) => r.id) } }, data: { sent: true } });
}
