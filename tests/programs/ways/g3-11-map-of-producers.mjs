import { Kafka } from 'kafkajs';
import { priceOf } from './prices.mjs';

const kafka = new Kafka({ clientId: 'pricing', brokers: ['kafka:9092'] });

/** @type {Map<string, import('kafkajs').Producer>} */
const producers = new Map();

async function producerOf(tenant) {
  if (!producers.has(tenant)) {
    const producer = kafka.producer({
      transactionalId: `pricing-${tenant}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    producers.set(tenant, producer);
  }
  return producers.get(tenant);
}

async function priceOrder(producer, order) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'orders.priced',
      messages: [{ key: order.id, value: String(await priceOf(order)) }],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `order ${order.id} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

export async function priceAll(tenant, orders) {
  const failures = [];
  const producer = await producerOf(tenant);
  for (const order of orders) {
    try {
      await priceOrder(producer, order);
    } catch (err) {
      failures.push({ order: order.id, err });
    }
  }
  return failures;
}
