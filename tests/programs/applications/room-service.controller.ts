import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext, Payload, RpcException } from '@nestjs/microservices';

interface RoomOrder {
  room: number;
  dishes: Array<{ dish: string; count: number }>;
  allergies?: string[];
}

const KITCHEN = 'kitchen.orders';
const BAR = 'bar.orders';

@Controller()
export class RoomServiceController {
  private readonly logger = new Logger(RoomServiceController.name);

  @EventPattern('rooms.orders')
  async onOrder(@Payload() order: RoomOrder, @Ctx() context: KafkaContext): Promise<void> {
    const { offset } = context.getMessage();
    const transaction = await context.getProducer().transaction();

    try {
      for (const { dish, count } of order.dishes) {
        await transaction.send({
          topic: dish.startsWith('drink:') ? BAR : KITCHEN,
          messages: [{ key: String(order.room), value: JSON.stringify({ dish, count }) }],
        });
      }
      await transaction.sendOffsets({
        consumerGroupId: 'room-service-server',
        topics: [
          {
            topic: context.getTopic(),
            partitions: [{ partition: context.getPartition(), offset }],
          },
        ],
      });
      await transaction.commit();
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        this.logger.warn(`order of room ${order.room}: ${String(abortError)}`);
      }
      throw new RpcException(error as Error);
    }
  }
}
