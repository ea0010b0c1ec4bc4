import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { FastifyInstance } from 'fastify';

type Order = { id: string; items: { sku: string; count: number }[] };

const kafka = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'order-intake', brokers: ['kafka:9092'], ssl: true },
});
const producer = kafka.producer({ kafkaJS: { transactionalId: 'order-intake-0' } });

async function place(order: Order): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'orders.placed',
      messages: [{ key: order.id, value: JSON.stringify(order.items) }],
    });
  } catch (err) {
    if (err instanceof KafkaJS.KafkaJSError && err.fatal) {
      await producer.disconnect();
      throw err;
    }
    await producer.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `order ${order.id} not rolled back`);
    });
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    const abortable = (err as KafkaJS.KafkaJSError).abortable === true;
    if (abortable) {
      await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await producer.disconnect();
    throw err;
  }
}

export default async function orders(app: FastifyInstance): Promise<void> {
  await producer.connect();
  app.addHook('onClose', () => producer.disconnect());
  app.post<{ Body: Order }>('/orders', async (request, reply) => {
    await place(request.body);
    return reply.code(202).send();
  });
}
