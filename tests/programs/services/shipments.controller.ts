import { Controller, Logger } from '@nestjs/common';
import { Ctx, KafkaContext, MessagePattern, Payload } from '@nestjs/microservices';

interface ShipmentCreated {
  shipment: string;
  parcels: string[];
}

@Controller()
export class ShipmentsController {
  private readonly logger = new Logger(ShipmentsController.name);

  @MessagePattern('shipments.created')
  async split(@Payload() event: ShipmentCreated, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const tx = await context.getProducer().transaction();
    try {
      await tx.send({
        topic: 'parcels.expected',
        messages: event.parcels.map((parcel) => ({ key: parcel, value: event.shipment })),
      });
      await tx.sendOffsets({
        consumerGroupId: 'shipments-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset }],
          },
        ],
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        this.logger.error('abort failed', abortErr as Error);
      }
      throw err;
    }
    await tx.commit();
  }
}
