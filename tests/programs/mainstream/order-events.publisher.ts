import { Kafka, type Producer } from 'kafkajs';
import type { Logger } from './logging';

interface OrderPlaced {
  orderId: string;
  customerId: string;
  lines: Array<{ sku: string; quantity: number }>;
}

/** Publishes an order and the stock reservations that belong to it in one go. */
export class OrderEventsPublisher {
  private readonly producer: Producer;

  constructor(brokers: string[], private readonly logger: Logger) {
    this.producer = new Kafka({ clientId: 'order-service', brokers }).producer({
      transactionalId: 'order-service-events',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  async publish(order: OrderPlaced): Promise<void> {
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({
        topic: 'orders.placed',
        messages: [{ key: order.orderId, value: JSON.stringify(order) }],
      });
      await transaction.send({
        topic: 'stock.reservations',
        messages: order.lines.map((line) => ({ key: line.sku, value: String(line.quantity) })),
      });
      await transaction.commit();
      this.logger.info(`order ${order.orderId} published`);
    } catch (error) {
      this.logger.error(`order ${order.orderId} not published`, error);
      await transaction.abort();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.producer.disconnect();
  }
}
