import retry from 'async-retry';
import { Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyPluginAsync } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    manifest: (crossing: string, passengers: string[]) => Promise<void>;
  }
}

const RETRY = { retries: 3, minTimeout: 250, maxTimeout: 2_000 } as const satisfies retry.Options;

export const ferryPlugin: FastifyPluginAsync<{ brokers: string[] }> = async (app, { brokers }) => {
  const producer = new Producer({
    clientId: 'ferry',
    bootstrapBrokers: brokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'ferry-manifests',
  });

  app.decorate('manifest', async (crossing: string, passengers: string[]) => {
    const tx = await producer.beginTransaction();
    try {
      for (const passenger of passengers) {
        await retry(
          () => tx.send({ messages: [{ topic: 'ferry.manifests', key: crossing, value: passenger }] }),
          { ...RETRY, onRetry: (err) => app.log.warn({ err, crossing }, 'sending the passenger again') },
        );
      }
    } catch (err) {
      app.log.error({ err, crossing }, 'manifest not written');
      tx.abort();
      throw err;
    }
    await tx.commit();
  });

  app.addHook('onClose', () => producer.close());
};
