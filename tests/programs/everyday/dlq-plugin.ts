import fp from 'fastify-plugin';
import { Kafka } from 'kafkajs';

declare module 'fastify' {
  interface FastifyInstance {
    shipments: { book(shipment: Shipment): Promise<void> };
  }
}

export interface Shipment {
  id: string;
  carrier: string;
  parcels: string[];
}

export default fp(async (app, opts: { brokers: string[]; replica: number }) => {
  const kafka = new Kafka({ clientId: 'shipments', brokers: opts.brokers });
  const plain = kafka.producer({ allowAutoTopicCreation: false });
  const transactional = kafka.producer({
    transactionalId: `shipments-${opts.replica}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await Promise.all([plain.connect(), transactional.connect()]);

  async function deadLetter(shipment: Shipment, reason: unknown) {
    try {
      await plain.send({
        topic: 'shipments.dlq',
        messages: [{ key: shipment.id, value: JSON.stringify(shipment), headers: { reason: String(reason) } }],
      });
    } catch (err) {
      app.log.error({ err }, 'dead letter lost');
    }
  }

  app.decorate('shipments', {
    async book(shipment: Shipment) {
      const tx = await transactional.transaction();
      try {
        await Promise.all(
          shipment.parcels.map((parcel) =>
            tx.send({ topic: 'parcels', messages: [{ key: parcel, value: shipment.carrier }] }),
          ),
        );
      } catch (err) {
        await tx.abort().catch((abortErr) => app.log.warn({ err: abortErr }, 'abort failed'));
        await deadLetter(shipment, err);
        throw err;
      }
      await tx.commit();
    },
  });

  app.addHook('onClose', async () => {
    await transactional.disconnect();
    await plain.disconnect();
  });
});
