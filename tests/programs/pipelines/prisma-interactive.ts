import { Prisma, PrismaClient } from '@prisma/client';
import { Kafka } from 'kafkajs';

const prisma = new PrismaClient();
const producer = new Kafka({ clientId: 'seats', brokers: ['kafka:9092'] }).producer({ idempotent: true });

class TimeoutError extends Error {}

async function book(show: string, seat: number): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const taken = await tx.booking.findFirst({ where: { show, seat } });
    if (taken) {
      throw new TimeoutError('too late');
    }
    await tx.booking.create({ data: { show, seat } });
  });
}

export async function bookWithRetry(show: string, seat: number): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      await book(show, seat);
      await producer.send({ topic: 'seats.booked', messages: [{ key: show, value: String(seat) }] });
      return true;
    } catch (err) {
      if (err instanceof Prisma.PrismaClientKnownRequestError && err.code === 'P2034') {
        continue;
      }
      console.warn(`seat ${seat} not booked`, err);
    }
  }
  return false;
}
