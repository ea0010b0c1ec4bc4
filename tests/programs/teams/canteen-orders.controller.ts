import { Controller, Inject, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka, EventPattern, Payload } from '@nestjs/microservices';
import { Counter } from 'prom-client';

interface CanteenOrder {
  id: string;
  canteen: string;
  meals: string[];
}

const failures = new Counter({ name: 'canteen_orders_failed_total', help: 'orders not forwarded' });

@Controller()
export class CanteenOrdersController implements OnModuleInit {
  private readonly logger = new Logger(CanteenOrdersController.name);

  constructor(@Inject('CANTEEN_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    await this.client.connect();
  }

  @EventPattern('canteen.ordered')
  async onOrdered(@Payload() order: CanteenOrder): Promise<void> {
    try {
      await this.publish(order);
    } catch (err) {
      failures.inc();
      this.logger.error(`order ${order.id} was not forwarded`, err instanceof Error ? err.stack : String(err));
    }
  }

  private async publish(order: CanteenOrder): Promise<void> {
    const tx = await this.client.producer.transaction();
    try {
      await tx.send({ topic: 'kitchen.tickets', messages: order.meals.map((value) => ({ key: order.canteen, value })) });
      await tx.send({ topic: 'canteen.invoices', messages: [{ key: order.id, value: String(order.meals.length) }] });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => this.logger.warn(`abort failed: ${String(abortErr)}`));
      throw err;
    }
    await tx.commit();
  }
}
