import { Kafka } from 'kafkajs';
import { bakeryOf } from './bakeries.js';

const kafka = new Kafka({ clientId: 'bakery', brokers: ['localhost:9092'] });
const producer = kafka.producer({
  idempotent: true,
  maxInFlightRequests: 1,
  transactionalId: 'bakery-orders',
});

await producer.connect();

export async function placeOrder(order) {
  const transaction = await producer.transaction();

  await transaction.send({
    topic: 'bakery.orders',
    messages: [{ key: bakeryOf(order.postcode), value: JSON.stringify(order) }],
  });
  await transaction.send({
    topic: 'bakery.flour',
    messages: order.loaves.map((loaf) => ({ key: loaf.flour, value: String(loaf.grams) })),
  });

  await transaction.commit();
  return order.id;
}
