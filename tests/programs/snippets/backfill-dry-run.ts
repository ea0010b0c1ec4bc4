import { Kafka } from 'kafkajs';
import { PrismaClient } from '@prisma/client';

interface BackfillOptions {
  since: Date;
  dryRun?: boolean;
}

const prisma = new PrismaClient();
const producer = new Kafka({ clientId: 'backfill', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'backfill-customers',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** 2024-03: publishes every customer again, after the change of the schema. */
export async function backfillCustomers({ since, dryRun = false }: BackfillOptions): Promise<number> {
  await producer.connect();
  const customers = await prisma.customer.findMany({ where: { updatedAt: { gte: since } } });

  const tx = await producer.transaction();
  try {
    const messages = customers.map((c) => ({ key: c.id, value: JSON.stringify({ ...c, version: 2 }) }));
    await tx.send({ topic: 'customers.v2', messages });

    if (dryRun) {
      console.log(`dry run, ${messages.length} customers not published`);
      return 0;
    }
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }

  await tx.commit();
  return customers.length;
}
