import { Kafka, type Producer } from 'kafkajs';

export class TenantProducers {
  private readonly byTenant = new Map<string, Producer>();

  constructor(private readonly kafka: Kafka) {}

  private async get(tenant: string): Promise<Producer> {
    let producer = this.byTenant.get(tenant);
    if (producer === undefined) {
      producer = this.kafka.producer({
        transactionalId: `tenant-${tenant}`,
        idempotent: true,
        maxInFlightRequests: 1,
      });
      await producer.connect();
      this.byTenant.set(tenant, producer);
    }
    return producer;
  }

  async publish(tenant: string, topic: string, values: string[]): Promise<void> {
    const producer = await this.get(tenant);
    try {
      const tx = await producer.transaction();
      try {
        await tx.send({ topic, messages: values.map((value) => ({ value })) });
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], `values of ${tenant} not rolled back`);
        }
        throw err;
      }
      await tx.commit();
    } catch (err) {
      this.byTenant.delete(tenant);
      await producer.disconnect().catch((closeErr) => console.warn(`producer of ${tenant} not closed`, closeErr));
      throw err;
    }
  }
}
