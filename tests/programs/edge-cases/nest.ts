// nest
import { Inject, Injectable, OnModuleInit, OnModuleDestroy, Controller, InternalServerErrorException } from '@nestjs/common';
import { ClientKafka, EventPattern, Payload, Ctx, KafkaContext } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
@Injectable()
export class OutboxService implements OnModuleInit, OnModuleDestroy {
  private producer!: Producer;
  constructor(@Inject('KAFKA') private readonly client: ClientKafka) {}
  async onModuleInit() { this.producer = await this.client.connect(); }
  async onModuleDestroy() { await this.client.close(); }
  async publish(value: string) {
    const tx = await this.producer.transaction();
    try { await tx.send({ topic: 't', messages: [{ value }] }); }
    catch (e) { await tx.abort().catch(() => undefined); throw new InternalServerErrorException('kafka', { cause: e }); }
    await tx.commit();
  }
}
@Controller()
export class C {
  constructor(private readonly outbox: OutboxService) {}
  @EventPattern('x')
  async on(@Payload() p: unknown, @Ctx() ctx: KafkaContext) {
    const producer = ctx.getProducer();
    const tx = await producer.transaction();
    const { offset } = ctx.getMessage();
    try {
      await tx.send({ topic: 't', messages: [{ value: JSON.stringify(p) }] });
      await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic: ctx.getTopic(), partitions: [{ partition: ctx.getPartition(), offset: (+offset + 1).toString() }] }] });
    } catch (e) { await tx.abort().catch(() => undefined); throw e; }
    await tx.commit();
  }
}
