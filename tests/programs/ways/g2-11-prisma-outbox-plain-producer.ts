import { Prisma, PrismaClient } from '@prisma/client';
import { CODES, HighLevelProducer, type LibrdKafkaError } from 'node-rdkafka';

const prisma = new PrismaClient();
const producer = new HighLevelProducer({
  'metadata.broker.list': 'kafka:9092',
  'enable.idempotence': true,
  'message.timeout.ms': 30_000,
});

const RETRIABLE = [CODES.ERRORS.ERR__MSG_TIMED_OUT, CODES.ERRORS.ERR__TIMED_OUT, CODES.ERRORS.ERR__TRANSPORT];

function produce(topic: string, key: string, value: string, attempt = 1): Promise<void> {
  return new Promise((resolve, reject) => {
    producer.produce(topic, null, Buffer.from(value), key, Date.now(), (err: LibrdKafkaError | null) => {
      if (!err) return resolve();
      if (RETRIABLE.includes(err.code) && attempt < 4) {
        return resolve(produce(topic, key, value, attempt + 1));
      }
      return reject(err);
    });
  });
}

export async function relayOutbox(limit = 50): Promise<number> {
  try {
    return await prisma.$transaction(
      async (tx) => {
        const rows = await tx.outbox.findMany({ where: { sentAt: null }, take: limit, orderBy: { id: 'asc' } });
        for (const row of rows) {
          await produce(row.topic, String(row.id), row.payload);
        }
        await tx.outbox.updateMany({ where: { id: { in: rows.map((r) => r.id) } }, data: { sentAt: new Date() } });
        return rows.length;
      },
      { timeout: 60_000 },
    );
  } catch (err) {
    if (err instanceof Prisma.PrismaClientKnownRequestError && err.code === 'P2034') {
      return relayOutbox(limit);
    }
    console.error('outbox stays as it is', err);
    return 0;
  }
}
