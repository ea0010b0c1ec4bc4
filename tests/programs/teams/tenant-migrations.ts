import { Kafka, type Transaction } from 'kafkajs';

export interface Row {
  table: string;
  id: string;
  columns: Record<string, unknown>;
}

export class TooManyRows extends Error {
  constructor(tenant: string, count: number) {
    super(`tenant ${tenant}: ${count} rows do not fit into one transaction`);
  }
}

const MAX_ROWS = 10_000;

const producer = new Kafka({ clientId: 'tenant-migrations', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'tenant-migrations',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = (): Promise<void> => producer.connect();

function ensureSize(tenant: string, rows: readonly Row[]): void {
  if (rows.length > MAX_ROWS) {
    throw new TooManyRows(tenant, rows.length);
  }
}

async function copy(tx: Transaction, tenant: string, rows: readonly Row[]): Promise<void> {
  for (const { table, id, columns } of rows) {
    await tx.send({
      topic: `tenant.${table}`,
      messages: [{ key: `${tenant}/${id}`, value: JSON.stringify(columns) }],
    });
  }
}

export async function migrateTenant(
  tenant: string,
  load: () => Promise<Row[]>,
): Promise<{ tenant: string; rows: number }> {
  const rows = await load();

  const tx = await producer.transaction();
  ensureSize(tenant, rows);

  try {
    await copy(tx, tenant, rows);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      console.error(`tenant ${tenant}: abort failed`, abortErr);
    }
    throw err;
  }

  await tx.commit();
  return { tenant, rows: rows.length };
}
