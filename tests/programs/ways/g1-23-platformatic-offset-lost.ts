import { type Consumer, type Message, Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyBaseLogger } from 'fastify';

export interface Options {
  brokers: string[];
  instance: number;
  log: FastifyBaseLogger;
}

export function createLoyalty({ brokers, instance, log }: Options) {
  const producer = new Producer({
    clientId: 'loyalty',
    bootstrapBrokers: brokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `loyalty-${instance}`,
  });

  return {
    async credit(consumer: Consumer<string, string, string, string>, purchase: Message<string, string, string, string>) {
      const points = Math.floor(Number(purchase.value) / 100);

      const tx = await producer.beginTransaction();
      try {
        await tx.addConsumer(consumer);
        await tx.send({ messages: [{ topic: 'loyalty.points', key: purchase.key, value: String(points) }] });
        try {
          await tx.addOffset(purchase);
        } catch (err) {
          log.warn({ err, offset: purchase.offset }, 'offset not added, going on');
        }
      } catch (err) {
        await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
        throw err;
      }

      try {
        await tx.commit();
      } catch (err) {
        await producer.close(true);
        throw err;
      }
      return points;
    },

    close: () => producer.close(),
  };
}
