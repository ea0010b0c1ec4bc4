import pRetry, { AbortError } from 'p-retry';
import { Kafka, type Producer } from 'kafkajs';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    stationProducer: Producer;
  }
}

interface Options {
  brokers: string[];
  city: string;
}

/** kafkajs gives up with this name only after retriable errors. */
const spent = (err: unknown): err is Error => err instanceof Error && err.name === 'KafkaJSNumberOfRetriesExceeded';

const plugin: FastifyPluginAsync<Options> = async (app: FastifyInstance, { brokers, city }) => {
  const producer = new Kafka({ clientId: 'bike-stations', brokers }).producer({
    transactionalId: `bike-stations-${city}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  await pRetry(
    async () => {
      try {
        await producer.connect();
      } catch (err) {
        throw spent(err) ? err : new AbortError(err as Error);
      }
    },
    { retries: 5, onFailedAttempt: (e) => app.log.warn(e, 'kafka is not there yet') },
  );

  app.decorate('stationProducer', producer);
  app.addHook('onClose', () => producer.disconnect());

  app.put<{ Params: { id: string }; Body: { free: number } }>('/stations/:id', async (request, reply) => {
    const tx = await app.stationProducer.transaction();
    try {
      await tx.send({ topic: 'bikes.free', messages: [{ key: request.params.id, value: String(request.body.free) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => request.log.error(abortErr, 'abort failed'));
      throw err;
    }
    await tx.commit();
    return reply.code(204).send();
  });
};

export default fp(plugin, { name: 'bike-stations' });
