import type { Knex } from 'knex';
import { Kafka } from 'kafkajs';

interface Usage {
  tenant: string;
  metric: string;
  amount: string;
}

const producer = new Kafka({ clientId: 'usage', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'tenant-usage',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(tenant: string, rows: Usage[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'billing.usage',
      messages: rows.map(({ metric, amount }) => ({ key: `${tenant}/${metric}`, value: amount })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`usage of ${tenant} not rolled back`, abortErr));
    throw err;
  }
  await tx.commit();
}

/** One transaction per tenant; the tenants that failed are listed in the error. */
export async function publishDay(db: Knex, day: string): Promise<number> {
  const tenants = await db('tenants').where({ active: true }).pluck('id');
  const failures: Error[] = [];

  for (const tenant of tenants) {
    try {
      const rows = await db<Usage>('usage').where({ tenant }).andWhere('day', day);
      await publish(tenant, rows);
    } catch (err) {
      failures.push(new Error(`tenant ${tenant}`, { cause: err }));
    }
  }

  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${tenants.length} tenants failed on ${day}`);
  }
  return tenants.length;
}

export const connect = (): Promise<void> => producer.connect();
export const disconnect = (): Promise<void> => producer.disconnect();
