import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

interface Rental {
  canoe: string;
  hours: number;
}

@Controller()
export class CanoeController {
  private readonly logger = new Logger(CanoeController.name);

  @EventPattern('canoes.rented')
  async onRented(@Payload() rental: Rental, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const tx = await context.getProducer().transaction();
    try {
      await tx.send({ topic: 'canoes.invoices', messages: [{ key: rental.canoe, value: String(rental.hours * 9) }] });
      await tx.sendOffsets({
        consumerGroupId: 'canoes-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset: (BigInt(offset) + 1n).toString() }],
          },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => this.logger.error('rental not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}
