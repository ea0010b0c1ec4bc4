import { once } from 'node:events';
import { Kafka } from 'kafkajs';

const { BROKERS = 'localhost:9092', SHOP = '1' } = process.env;

const producer = new Kafka({ clientId: 'bakery', brokers: BROKERS.split(',') }).producer({
  transactionalId: `bakery-orders-${SHOP}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const toMessages = (order) =>
  Object.entries(order.items).map(([item, count]) => ({
    key: order.id,
    value: JSON.stringify({ item, count, pickup: order.pickup }),
  }));

/** @param {import('node:events').EventEmitter} counter emits one 'order' per customer */
export async function serve(counter, { signal }) {
  await producer.connect();
  const closing = once(counter, 'closing', { signal }).then(() => []);
  while (!signal.aborted) {
    const [order] = await Promise.race([once(counter, 'order', { signal }), closing]);
    if (!order) break;
    const tx = await producer.transaction();

    try {
      await tx.send({ topic: 'bakery.orders', messages: toMessages(order) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('order %s not rolled back', order.id, abortErr));
      throw err;
    }

    void tx.commit();
    counter.emit('accepted', order.id);
  }
}
