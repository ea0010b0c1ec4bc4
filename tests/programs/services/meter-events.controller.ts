import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

interface MeterEvent {
  meter: string;
  kwh: number;
}

@Controller()
export class MeterEventsController {
  private readonly logger = new Logger(MeterEventsController.name);

  @EventPattern('meters.events')
  async onEvent(@Payload() event: MeterEvent, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const next = (BigInt(offset) + 1n).toString();
    const tx = await context.getProducer().transaction();

    try {
      await tx.send({
        topic: 'meters.billing',
        messages: [{ key: event.meter, value: event.kwh.toFixed(3) }],
      });
      await tx.sendOffsets({
        consumerGroupId: 'billing-server',
        topics: [
          { topic: context.getTopic(), partitions: [{ partition: context.getPartition(), offset: next }] },
        ],
      });
    } catch (err: unknown) {
      await tx.abort().catch((e: Error) => this.logger.warn(`abort failed: ${e.message}`));
      throw err;
    }

    await tx.commit();
  }
}
