import type { Producer } from 'kafkajs';

export type AuditEntry = { actor: string; action: string };

async function append(producer: Producer, tenant: string, entries: AuditEntry[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: `audit.${tenant}`,
      messages: entries.map(({ actor, action }) => ({ key: actor, value: action })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`audit of ${tenant}: abort failed`, abortErr));
    throw err;
  }
  await tx.commit();
}

export async function appendAll(
  producers: ReadonlyMap<string, Producer>,
  byTenant: Record<string, AuditEntry[]>,
): Promise<void> {
  const writes: Promise<void>[] = [];
  for (const [tenant, producer] of producers) {
    writes.push(append(producer, tenant, byTenant[tenant] ?? []));
  }
  await Promise.allSettled(writes);
}
