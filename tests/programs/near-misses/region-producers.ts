import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Kafka, Message, Producer } from '@nestjs/microservices/external/kafka.interface';

@Injectable()
export class RegionProducers implements OnModuleDestroy {
  private readonly logger = new Logger(RegionProducers.name);
  private readonly byRegion = new Map<string, Producer>();

  constructor(@Inject('HUB') private readonly hub: ClientKafka) {}

  async publish(region: string, topic: string, messages: Message[]): Promise<void> {
    const producer = this.byRegion.get(region) ?? (await this.open(region));
    try {
      await this.transact(producer, topic, messages);
    } catch (err) {
      if (this.byRegion.get(region) === producer) {
        this.byRegion.delete(region);
      }
      await this.close(region, producer);
      throw err;
    }
  }

  async onModuleDestroy(): Promise<void> {
    for (const [region, producer] of this.byRegion) {
      await this.close(region, producer);
    }
    this.byRegion.clear();
  }

  private async open(region: string): Promise<Producer> {
    await this.hub.connect();
    const producer = this.hub.unwrap<Kafka>().producer({
      transactionalId: `hub-${region}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    this.byRegion.set(region, producer);
    return producer;
  }

  private async transact(producer: Producer, topic: string, messages: Message[]): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic, messages });
    } catch (err) {
      await tx.abort().catch((e) => this.logger.warn(`abort failed: ${e}`));
      throw err;
    }
    await tx.commit();
  }

  private async close(region: string, producer: Producer): Promise<void> {
    await producer.disconnect().catch((e) => this.logger.warn(`producer of ${region} not closed: ${e}`));
  }
}
