import { Kafka, type Message, type Producer } from 'kafkajs';

export interface Checkout {
  cartId: string;
  customerId: string;
  lines: { sku: string; quantity: number }[];
  startedAt: number;
}

/**
 * Orders and reservations are written in one transaction. What the dashboards
 * read may get lost or stay, so it goes through a producer of its own.
 */
export class CheckoutEvents {
  private readonly orders: Producer;
  private readonly telemetry: Producer;

  constructor(kafka: Kafka, zone: string) {
    this.orders = kafka.producer({
      transactionalId: `checkout-${zone}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.telemetry = kafka.producer({ allowAutoTopicCreation: false });
  }

  async connect(): Promise<void> {
    await Promise.all([this.orders.connect(), this.telemetry.connect()]);
  }

  async complete(checkout: Checkout): Promise<void> {
    const transaction = await this.orders.transaction();
    try {
      await transaction.send({ topic: 'orders', messages: [this.orderOf(checkout)] });
      await this.measure('order-written', checkout);
      await transaction.send({ topic: 'reservations', messages: this.reservationsOf(checkout) });
      await this.measure('stock-reserved', checkout);
    } catch (error) {
      await transaction.abort().catch((abortError) => console.error('checkout not rolled back', abortError));
      await this.measure('failed', checkout);
      throw error;
    }
    await transaction.commit();
    await this.measure('completed', checkout);
  }

  private async measure(step: string, { cartId, startedAt }: Checkout): Promise<void> {
    const value = JSON.stringify({ step, ms: Date.now() - startedAt });
    try {
      await this.telemetry.send({ topic: 'checkout.steps', acks: 0, messages: [{ key: cartId, value }] });
    } catch (error) {
      console.warn('checkout step not measured', step, error);
    }
  }

  private orderOf({ cartId, customerId, lines }: Checkout): Message {
    return { key: customerId, value: JSON.stringify({ cartId, lines }) };
  }

  private reservationsOf({ lines }: Checkout): Message[] {
    return lines.map(({ sku, quantity }) => ({ key: sku, value: String(quantity) }));
  }
}
