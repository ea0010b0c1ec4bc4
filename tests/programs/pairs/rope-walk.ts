import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface RopeBody {
  yarn: string;
  metres: number;
  strands: number;
}

export async function ropeRoutes(app: FastifyInstance, { kafka }: { kafka: KafkaJS.Kafka }): Promise<void> {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'rope-walk-api-0' } });
  await producer.connect();
  app.addHook('onClose', () => producer.disconnect());

  app.post('/ropes', async (request: FastifyRequest<{ Body: RopeBody }>, reply) => {
    const { yarn, metres, strands } = request.body;
    await producer.transaction();
    try {
      await producer.send({
        topic: 'ropes.laid',
        messages: [{ key: yarn, value: JSON.stringify({ metres, strands }) }],
      });
      await producer.send({
        topic: 'yarn.used',
        messages: [{ key: yarn, value: String(-metres * strands) }],
      });
      await producer.commit();
    } catch (err) {
      if (producer.isActive()) {
        await producer.abort().catch((abortErr) => request.log.warn(abortErr, 'rope not rolled back'));
      }
      throw err;
    }
    return reply.code(201).send({ yarn, metres });
  });
}
