import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Usage {
  tenant: string;
  metric: string;
  amount: number;
}

type Grouped = ReadonlyMap<string, Usage[]>;

const groupByTenant = (usages: Usage[]): Grouped =>
  usages.reduce((groups, usage) => {
    const group = groups.get(usage.tenant);
    group ? group.push(usage) : groups.set(usage.tenant, [usage]);
    return groups;
  }, new Map<string, Usage[]>());

export class UsageExport {
  private readonly producer = new Producer({
    clientId: 'usage',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'usage-export',
  });

  private async exportTenant(tenant: string, usages: Usage[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({
        messages: usages.map(({ metric, amount }) => ({ topic: 'usage', key: `${tenant}/${metric}`, value: String(amount) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error(`${tenant}: abort failed`, abortErr));
      throw err;
    }
    await tx.commit();
  }

  async export(usages: Usage[]): Promise<void> {
    const failures: unknown[] = [];
    for (const [tenant, own] of groupByTenant(usages)) {
      try {
        await this.exportTenant(tenant, own);
      } catch (err) {
        failures.push(new Error(`tenant ${tenant}`, { cause: err }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'usage export incomplete');
  }

  close = () => this.producer.close();
}
