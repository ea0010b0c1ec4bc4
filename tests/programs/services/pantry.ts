import { Prisma, PrismaClient } from '@prisma/client';
import pRetry from 'p-retry';
import { Kafka } from 'kafkajs';

const prisma = new PrismaClient();
const producer = new Kafka({ clientId: 'pantry', brokers: ['kafka:9092'] }).producer();

const isConflict = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034';

export async function take(item: string, amount: number): Promise<void> {
  const left = await pRetry(
    () =>
      prisma.$transaction(async (tx) => {
        const shelf = await tx.shelf.update({ where: { item }, data: { amount: { decrement: amount } } });
        if (shelf.amount < 0) throw new Error(`not enough ${item}`);
        return shelf.amount;
      }),
    { retries: 5, shouldRetry: ({ error }) => isConflict(error) },
  );

  try {
    await producer.send({ topic: 'pantry.levels', messages: [{ key: item, value: String(left) }] });
  } catch (error) {
    console.warn(`level of ${item} not announced`, error);
  }
}
