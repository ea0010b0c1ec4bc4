import type { Kafka, Message, Producer } from 'kafkajs';

export class TenantEvents {
  private readonly producers = new Map<string, Promise<Producer>>();

  constructor(private readonly kafka: Kafka) {}

  private producerOf(tenant: string): Promise<Producer> {
    let producer = this.producers.get(tenant);
    if (producer === undefined) {
      producer = this.connect(tenant);
      this.producers.set(tenant, producer);
    }
    return producer;
  }

  private async connect(tenant: string): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: `tenant-events-${tenant}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  private async drop(tenant: string, producer: Producer): Promise<void> {
    this.producers.delete(tenant);
    await producer.disconnect();
  }

  async emit(tenant: string, messages: Message[]): Promise<void> {
    const producer = await this.producerOf(tenant);
    try {
      const tx = await producer.transaction();
      await tx.send({ topic: `events.${tenant}`, messages });
      await tx.commit();
    } catch (cause) {
      await this.drop(tenant, producer).catch((dropError) => {
        console.warn(`producer of ${tenant} not closed`, dropError);
      });
      throw cause;
    }
  }

  async close(): Promise<void> {
    for (const [tenant, producer] of [...this.producers]) {
      await this.drop(tenant, await producer);
    }
  }
}
