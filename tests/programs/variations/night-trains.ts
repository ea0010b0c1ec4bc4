import { Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyInstance } from 'fastify';

interface Berth {
  train: string;
  coach: number;
  berth: number;
  passenger: string;
}

export default async function nightTrains(app: FastifyInstance): Promise<void> {
  const producer = new Producer({
    clientId: 'night-trains',
    bootstrapBrokers: ['rail:9092'],
    idempotent: true,
    retries: 5,
    serializers: stringSerializers,
  });

  app.addHook('onClose', async () => {
    await producer.close();
  });

  app.post<{ Body: Berth[] }>('/berths', async (request, reply) => {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: request.body.map((b) => ({ topic: 'trains.berths', key: b.train, value: JSON.stringify(b) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: Error) => request.log.error(abortErr, 'abort failed'));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw err;
    }
    return reply.code(201).send({ booked: request.body.length });
  });
}
