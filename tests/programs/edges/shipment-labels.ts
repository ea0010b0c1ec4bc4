import { Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

const shipmentSchema = z.object({
  shipment: z.string().uuid(),
  carrier: z.enum(['dhl', 'ups', 'gls']),
  parcels: z.array(z.object({ barcode: z.string(), grams: z.number().int().positive() })).min(1),
});

type Shipment = z.infer<typeof shipmentSchema>;

const toMessages = ({ shipment, carrier, parcels }: Shipment) =>
  parcels.map(({ barcode, grams }) => ({
    topic: `labels.${carrier}`,
    key: shipment,
    value: JSON.stringify({ barcode, grams }),
  }));

export const shipmentLabels: FastifyPluginAsync<{ brokers: string[] }> = async (app, { brokers }) => {
  const producer = new Producer({
    clientId: 'shipment-labels',
    bootstrapBrokers: brokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'shipment-labels-0',
  });
  app.addHook('onClose', () => producer.close());

  app.post('/shipments', async (request, reply) => {
    const shipment = shipmentSchema.parse(request.body);
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: toMessages(shipment) });
      await tx.commit();
    } finally {
      if (!tx.completed) {
        request.log.warn({ shipment: shipment.shipment }, 'labels rolled back');
        await tx.abort().catch((err) => request.log.error({ err }, 'abort failed'));
      }
    }
    return reply.code(201).send({ labels: shipment.parcels.length });
  });
};
