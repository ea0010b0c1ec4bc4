import { Producer, stringSerializers } from '@platformatic/kafka';
import { logger } from './logger.js';

type TextProducer = Producer<string, string, string, string>;

interface Lease {
  readonly tenant: string;
  readonly producer: TextProducer;
  healthy: boolean;
}

export interface TenantRecord {
  topic: string;
  key: string;
  value: string;
}

export class TenantPool {
  readonly #idle = new Map<string, TextProducer>();

  constructor(private readonly brokers: string[]) {}

  #lease(tenant: string): Lease {
    const pooled = this.#idle.get(tenant);
    this.#idle.delete(tenant);
    const producer =
      pooled ??
      new Producer({
        clientId: `tenant-pool-${tenant}`,
        bootstrapBrokers: this.brokers,
        serializers: stringSerializers,
        idempotent: true,
        transactionalId: `tenant-pool-${tenant}`,
      });
    return { tenant, producer, healthy: true };
  }

  async #giveBack(lease: Lease): Promise<void> {
    if (lease.healthy && !this.#idle.has(lease.tenant)) {
      this.#idle.set(lease.tenant, lease.producer);
      return;
    }
    await lease.producer.close(true).catch((error) => logger.warn({ error, tenant: lease.tenant }, 'close failed'));
  }

  async write(tenant: string, records: readonly TenantRecord[]): Promise<void> {
    const lease = this.#lease(tenant);
    try {
      const tx = await lease.producer.beginTransaction();
      await tx.send({ messages: [...records] });
      await tx.commit();
    } catch (error) {
      lease.healthy = false;
      throw error;
    } finally {
      await this.#giveBack(lease);
    }
  }

  async close(): Promise<void> {
    const producers = [...this.#idle.values()];
    this.#idle.clear();
    await Promise.allSettled(producers.map((producer) => producer.close()));
  }
}
