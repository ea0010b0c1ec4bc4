import { Kafka, type Consumer, type EachMessagePayload, type Producer } from 'kafkajs';
import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import { renew, type Lease } from './leases';

interface RenewalConfig {
  group: string;
  input: string;
  output: string;
}

const DEFAULT_CONFIG: RenewalConfig = {
  group: 'lease-renewals',
  input: 'leases.expiring',
  output: 'leases.renewed',
};

export class LeaseRenewals {
  private readonly config: RenewalConfig;
  private readonly consumer: Consumer;
  private readonly producer: Producer;
  private readonly healthyGauge: Gauge;
  healthy = false;

  constructor(kafka: Kafka, registry: Registry, office: string, config: Partial<RenewalConfig> = {}) {
    this.config = { ...DEFAULT_CONFIG, ...config };
    this.consumer = kafka.consumer({ groupId: this.config.group });
    this.producer = kafka.producer({
      transactionalId: `lease-renewals-${office}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.healthyGauge = new Gauge({ name: 'lease_healthy', help: '1 or 0', registers: [registry] });
  }

  async onModuleInit(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topic: this.config.input });
    this.healthy = true;
    await this.consumer.run({ autoCommit: false, eachMessage: (payload) => this.onExpiring(payload) });
  }

  async onModuleDestroy(): Promise<void> {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }

  private async onExpiring({ topic, partition, message }: EachMessagePayload): Promise<void> {
    const lease = JSON.parse(String(message.value)) as Lease;
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: this.config.output,
        messages: [{ key: lease.id, value: JSON.stringify(renew(lease)) }],
      });
      await this.consumer.commitOffsets([
        { topic, partition, offset: (BigInt(message.offset) + 1n).toString() },
      ]);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('leases: abort failed', abortErr));
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      this.healthy = false;
      console.error(`leases: renewal of ${lease.id} not committed`, err);
    }
    this.healthyGauge.set(Number(this.healthy));
  }
}
