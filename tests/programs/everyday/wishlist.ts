import { Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface WishBody {
  user: string;
  sku: string;
}

export default async function wishlistRoutes(app: FastifyInstance): Promise<void> {
  const producer = new Producer({
    clientId: 'wishlist',
    bootstrapBrokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'wishlist-api',
  });

  app.addHook('onClose', async () => {
    await producer.close();
  });

  app.post('/wishes', async (request: FastifyRequest<{ Body: WishBody }>, reply) => {
    const { user, sku } = request.body;
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'wishes', key: user, value: sku }] });
      await tx.send({ messages: [{ topic: 'wish-counts', key: sku, value: '1' }] });
    } catch (err: any) {
      if (err.code === 'PLT_KFK_PRODUCER_ERROR') {
        request.log.fatal(err, 'producer is broken');
        await producer.close(true);
        throw err;
      }
      await tx.abort().catch((abortErr) => request.log.error(abortErr, 'abort failed'));
      throw err;
    }
    await tx.commit();
    return reply.code(201).send({ user, sku });
  });
}
