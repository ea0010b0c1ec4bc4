import { Controller, Inject, Logger } from '@nestjs/common';
import { ClientKafka, EventPattern, Payload } from '@nestjs/microservices';

interface PaidOrder {
  orderId: string;
  customerId: string;
  cents: number;
}

@Controller()
export class LoyaltyPointsController {
  private readonly logger = new Logger(LoyaltyPointsController.name);

  constructor(@Inject('LOYALTY_KAFKA') private readonly kafka: ClientKafka) {}

  @EventPattern('orders.paid')
  async onPaid(@Payload() order: PaidOrder): Promise<void> {
    try {
      await this.award(order);
    } catch (err) {
      this.logger.error(`no points for order ${order.orderId}`, (err as Error).stack);
    }
  }

  private async award(order: PaidOrder): Promise<void> {
    const points = Math.floor(order.cents / 100);
    const tx = await this.kafka.producer.transaction();
    try {
      await tx.send({
        topic: 'loyalty.points',
        messages: [{ key: order.customerId, value: String(points) }],
      });
      await tx.send({
        topic: 'loyalty.statements',
        messages: [{ key: order.customerId, value: JSON.stringify({ order: order.orderId, points }) }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr: Error) => this.logger.warn(`abort failed: ${abortErr.message}`));
      throw err;
    }
    await tx.commit();
  }
}
