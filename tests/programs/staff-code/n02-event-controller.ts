import { Controller, Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ClientKafka, Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import type { Kafka, Producer } from 'kafkajs';
import { PricingService } from './pricing.service';

@Controller()
export class RatesController implements OnModuleInit, OnModuleDestroy {
  private producer!: Producer;

  constructor(
    @Inject('RATES') private readonly client: ClientKafka,
    private readonly pricing: PricingService,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.client.connect();
    this.producer = this.client.unwrap<Kafka>().producer({
      transactionalId: `rates-${process.env.POD_INDEX}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.producer.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.producer.disconnect();
  }

  @EventPattern('rates.raw')
  async onRate(@Payload() rate: { pair: string; mid: number }, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const next = (BigInt(offset) + 1n).toString();
    const tx = await this.producer.transaction();
    try {
      const quote = this.pricing.quote(rate);
      await tx.send({ topic: 'rates.quoted', messages: [{ key: rate.pair, value: JSON.stringify(quote) }] });
      await tx.sendOffsets({
        consumerGroupId: 'rates-server',
        topics: [{ topic: context.getTopic(), partitions: [{ partition: context.getPartition(), offset: next }] }],
      });
    } catch (err) {
      await tx.abort().catch(() => undefined);
      throw err;
    }
    await tx.commit();
  }
}
