import { Controller, Inject, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload } from '@nestjs/microservices';
import type { Producer } from 'kafkajs';

interface ParcelScanned {
  parcel: string;
  hub: string;
  at: string;
}

@Controller()
export class TrackingController {
  private readonly logger = new Logger(TrackingController.name);

  constructor(@Inject('TRACKING_PRODUCER') private readonly producer: Producer) {}

  @EventPattern('parcels.scanned')
  async onScanned(@Payload() scan: ParcelScanned, @Ctx() context: KafkaContext): Promise<void> {
    const position = {
      partition: context.getPartition(),
      offset: (BigInt(context.getMessage().offset) + 1n).toString(),
    };

    const transaction = await this.producer.transaction();
    try {
      await transaction.send({ topic: 'parcels.position', messages: [{ key: scan.parcel, value: scan.hub }] });
      await transaction.send({ topic: 'hubs.load', messages: [{ key: scan.hub, value: scan.at }] });
      await transaction.sendOffsets({
        consumerGroupId: 'tracking-server',
        topics: [{ topic: context.getTopic(), partitions: [position] }],
      });
    } catch (error) {
      const aborted = await transaction.abort().then(
        () => true,
        (abortError: Error) => {
          this.logger.error(`abort failed: ${abortError.message}`);
          return false;
        },
      );
      throw new Error(`scan of ${scan.parcel} failed (rolled back: ${aborted})`, { cause: error });
    }
    await transaction.commit();
  }
}
