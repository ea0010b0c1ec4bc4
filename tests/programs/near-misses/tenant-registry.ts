import { Kafka, type Producer } from 'kafkajs';

export interface TenantBatch {
  tenant: string;
  rows: { id: string; body: string }[];
}

export class TenantPublisher {
  private readonly producers = new Map<string, Promise<Producer>>();

  constructor(private readonly kafka: Kafka) {}

  private producerOf(tenant: string): Promise<Producer> {
    let pending = this.producers.get(tenant);
    if (!pending) {
      pending = this.create(tenant);
      this.producers.set(tenant, pending);
    }
    return pending;
  }

  private async create(tenant: string): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: `tenant-${tenant}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  private async evict(tenant: string): Promise<void> {
    const pending = this.producers.get(tenant);
    this.producers.delete(tenant);
    try {
      await (await pending)?.disconnect();
    } catch (err) {
      console.warn(`tenant ${tenant}: producer did not close`, err);
    }
  }

  private async publish({ tenant, rows }: TenantBatch): Promise<void> {
    const producer = await this.producerOf(tenant);
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: `rows.${tenant}`, messages: rows.map((r) => ({ key: r.id, value: r.body })) });
    } catch (err) {
      await tx.abort().catch((e) => console.warn(`tenant ${tenant}: abort failed`, e));
      throw err;
    }
    await tx.commit();
  }

  async publishAll(batches: TenantBatch[]): Promise<void> {
    const errors: Error[] = [];
    for (const batch of batches) {
      try {
        await this.publish(batch);
      } catch (err) {
        await this.evict(batch.tenant);
        errors.push(new Error(`tenant ${batch.tenant} not published`, { cause: err }));
      }
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, `${errors.length} tenants not published`);
    }
  }
}
