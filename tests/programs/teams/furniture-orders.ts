import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Request, Response, NextFunction } from 'express';

interface FurnitureOrder {
  number: string;
  customer: string;
  items: { article: string; quantity: number }[];
}

const producer = new KafkaJS.Kafka({ kafkaJS: { clientId: 'furniture', brokers: ['shop-kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'furniture-orders-web', idempotent: true },
});

async function rollBackIfOpen(order: FurnitureOrder): Promise<void> {
  if (!producer.isActive()) return;
  try {
    await producer.abort();
  } catch (err) {
    console.error(`order ${order.number}: rollback failed`, err);
  }
}

async function submit(order: FurnitureOrder): Promise<void> {
  const value = JSON.stringify(order);
  await producer.transaction();
  try {
    await producer.send({ topic: 'furniture.orders', messages: [{ key: order.customer, value }] });
    await producer.send({
      topic: 'furniture.picking',
      messages: order.items.map((item) => ({ key: item.article, value: String(item.quantity) })),
    });
    await producer.commit();
  } catch (err) {
    await rollBackIfOpen(order);
    throw err;
  }
}

export const postOrder = async (req: Request, res: Response, next: NextFunction): Promise<void> => {
  try {
    await submit(req.body as FurnitureOrder);
    res.status(201).end();
  } catch (err) {
    next(err);
  }
};

export const connect = (): Promise<void> => producer.connect();
