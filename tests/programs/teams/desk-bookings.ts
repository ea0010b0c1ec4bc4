import { setTimeout as sleep } from 'node:timers/promises';
import type { Producer } from 'kafkajs';

export interface DeskBooking {
  desk: string;
  employee: string;
  date: string;
}

class CommitFailed extends Error {}
class AbortFailed extends AggregateError {}

const HOPELESS: ReadonlySet<string | undefined> = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'INVALID_TOPIC_EXCEPTION',
  'RECORD_LIST_TOO_LARGE',
]);

function worthAnotherTry(err: any): boolean {
  if (err instanceof CommitFailed || err instanceof AbortFailed) return false;
  return !HOPELESS.has(err.type);
}

async function bookOnce(producer: Producer, booking: DeskBooking): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'desks.booked', messages: [{ key: booking.desk, value: JSON.stringify(booking) }] });
    await tx.send({ topic: 'desks.calendar', messages: [{ key: booking.employee, value: booking.date }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AbortFailed([err, abortErr], `desk ${booking.desk}: not rolled back`);
    });
    throw err;
  }
  await tx.commit().catch((cause) => {
    throw new CommitFailed(`desk ${booking.desk}: outcome unknown`, { cause });
  });
}

export async function book(producer: Producer, booking: DeskBooking): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bookOnce(producer, booking);
    } catch (err) {
      if (attempt === 5 || !worthAnotherTry(err)) throw err;
      await sleep(200 * attempt);
    }
  }
}
