import { Producer, stringSerializers } from '@platformatic/kafka';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Theft {
  frame: string;
  district: string;
  owner?: { mail: string };
}

const producer = new Producer({
  clientId: 'bike-thefts',
  bootstrapBrokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
});

async function record(theft: Theft, request: FastifyRequest): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: [{ topic: 'bikes.stolen', key: theft.frame, value: theft.district }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => request.log.error(abortErr, 'theft not rolled back'));
    throw err;
  }
  if (theft.owner?.mail) {
    await tx
      .send({ messages: [{ topic: 'bikes.mails', key: theft.frame, value: theft.owner.mail }] })
      .catch((err: unknown) => request.log.warn(err, 'owner of %s gets no mail', theft.frame));
  }
  await tx.commit();
}

export default async function bikeThefts(app: FastifyInstance): Promise<void> {
  app.addHook('onClose', () => producer.close());

  app.post<{ Body: Theft }>('/thefts', async (request, reply) => {
    await record(request.body, request);
    return reply.code(201).send({ frame: request.body.frame });
  });
}
