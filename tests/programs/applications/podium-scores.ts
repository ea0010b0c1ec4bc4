import { Prisma, PrismaClient } from '@prisma/client';
import { Producer, stringSerializers } from '@platformatic/kafka';

const prisma = new PrismaClient();
const producer = new Producer({
  clientId: 'podium',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  retries: 2,
});

interface Score {
  athleteId: number;
  discipline: string;
  points: number;
}

async function save({ athleteId, discipline, points }: Score): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await prisma.$transaction(
        async (tx) => {
          await tx.score.create({ data: { athleteId, discipline, points } });
          const { total } = await tx.athlete.update({
            where: { id: athleteId },
            data: { total: { increment: points } },
          });
          return total;
        },
        { isolationLevel: Prisma.TransactionIsolationLevel.Serializable, timeout: 5000 },
      );
    } catch (err) {
      const conflict = err instanceof Prisma.PrismaClientKnownRequestError && err.code === 'P2034';
      if (!conflict || attempt === 3) throw err;
    }
  }
}

export async function award(score: Score): Promise<number> {
  const total = await save(score);
  const message = { topic: 'podium', key: String(score.athleteId), value: String(total) };
  await producer
    .send({ messages: [message] })
    .catch(() => producer.send({ messages: [message] }))
    .catch((err: unknown) => console.warn('standing not announced', err));
  return total;
}

export const close = () => Promise.all([prisma.$disconnect(), producer.close()]);
