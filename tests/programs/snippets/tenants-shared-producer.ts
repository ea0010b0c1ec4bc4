import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Quota {
  tenant: string;
  limits: Record<string, number>;
}

const producer = new Producer({
  clientId: 'quota-sync',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'quota-sync',
});

async function publish({ tenant, limits }: Quota): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    const messages = Object.entries(limits).map(([name, limit]) => ({
      topic: 'quotas',
      key: `${tenant}.${name}`,
      value: String(limit),
    }));
    await tx.send({ messages });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error(tenant, 'abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function syncQuotas(quotas: Iterable<Quota>): Promise<void> {
  const failures: Array<{ tenant: string; reason: unknown }> = [];

  for (const quota of quotas) {
    try {
      await publish(quota);
    } catch (reason) {
      failures.push({ tenant: quota.tenant, reason });
    }
  }

  if (failures.length > 0) {
    throw new AggregateError(
      failures.map((f) => f.reason),
      `no quotas for ${failures.map((f) => f.tenant).join(', ')}`,
    );
  }
}
