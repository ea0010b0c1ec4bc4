import { Kafka, type Transaction } from 'kafkajs';
import type { FastifyInstance } from 'fastify';

interface VinylOrder {
  id: string;
  customer: string;
  records: Array<{ sku: string; copies: number }>;
}

const producer = new Kafka({ clientId: 'vinyl', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'vinyl-orders-api',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Ends what is still open. A transaction whose commit was tried is no longer active. */
async function abortIfActive(tx: Transaction): Promise<void> {
  if (!tx.isActive()) return;
  try {
    await tx.abort();
  } catch (err) {
    console.error('vinyl: abort failed', err);
  }
}

async function place(order: VinylOrder): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'vinyl.orders', messages: [{ key: order.customer, value: JSON.stringify(order) }] },
        {
          topic: 'vinyl.stock',
          messages: order.records.map(({ sku, copies }) => ({ key: sku, value: `-${copies}` })),
        },
      ],
    });
    await tx.commit();
  } catch (err) {
    await abortIfActive(tx);
    throw err;
  }
}

export async function vinylRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onReady', () => producer.connect());
  app.addHook('onClose', () => producer.disconnect());

  app.post<{ Body: VinylOrder }>('/orders', async (request, reply) => {
    await place(request.body);
    return reply.code(202).send({ id: request.body.id });
  });
}
