import { Injectable } from '@nestjs/common';
import { Kafka, type Producer } from 'kafkajs';
import { CartRepository } from './cart.repository';

@Injectable()
export class CartEvents {
  private readonly producer: Producer = new Kafka({
    clientId: 'carts',
    brokers: [process.env.KAFKA_BROKER ?? 'localhost:9092'],
  }).producer({ transactionalId: 'carts-0', idempotent: true, maxInFlightRequests: 1 });

  constructor(private readonly carts: CartRepository) {}

  async onModuleInit(): Promise<void> {
    await this.producer.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.producer.disconnect();
  }

  async expire(cartId: string): Promise<boolean> {
    const tx = await this.producer.transaction();
    try {
      const cart = await this.carts.find(cartId);
      if (!cart || cart.items.length === 0) {
        return false;
      }
      await tx.send({ topic: 'carts.expired', messages: [{ key: cartId, value: JSON.stringify(cart) }] });
      await tx.send({
        topic: 'stock.released',
        messages: cart.items.map((item) => ({ key: item.sku, value: String(item.quantity) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
    return true;
  }
}
