import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';

interface ShelfScan {
  shelf: string;
  eans: string[];
}

interface Position {
  topic: string;
  partition: number;
  next: string;
}

const following = (context: KafkaContext): Position => {
  const { offset } = context.getMessage();
  const next = BigInt(offset);
  return { topic: context.getTopic(), partition: context.getPartition(), next: (next + BigInt(1)).toString() };
};

@Controller()
export class ShelfScanController {
  private readonly logger = new Logger('ShelfScan');
  private readonly groupId = `${process.env.KAFKA_GROUP ?? 'shelves'}-server`;

  @EventPattern('shelves.scanned')
  async onScan(@Payload() scan: ShelfScan, @Ctx() context: KafkaContext): Promise<void> {
    const { topic, partition, next } = following(context);
    const tx = await context.getProducer().transaction();

    try {
      await tx.send({
        topic: 'shelves.stock',
        messages: scan.eans.map((ean) => ({ key: ean, value: scan.shelf })),
      });
      await tx.sendOffsets({
        consumerGroupId: this.groupId,
        topics: [{ topic, partitions: [{ partition, offset: next }] }],
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        this.logger.error('scan was not rolled back', (abortErr as Error).stack);
      }
      throw err;
    }

    await tx.commit();
  }
}
