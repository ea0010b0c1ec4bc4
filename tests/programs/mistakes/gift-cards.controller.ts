import { Controller, Inject } from '@nestjs/common';
import { ClientKafka, Ctx, KafkaContext, MessagePattern, Payload } from '@nestjs/microservices';

@Controller()
export class GiftCardsController {
  constructor(@Inject('GIFTS') private readonly client: ClientKafka) {}

  @MessagePattern('gifts.bought')
  async onBought(@Payload() gift: { code: string; cents: number }, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const partitions = [{ partition: context.getPartition(), offset }];
    const tx = await this.client.producer.transaction();
    try {
      await tx.send({ topic: 'gifts.cards', messages: [{ key: gift.code, value: String(gift.cents) }] });
      await tx.sendOffsets({ consumerGroupId: 'gifts', topics: [{ topic: context.getTopic(), partitions }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('gift not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
