import { Kafka } from 'kafkajs';
import type { FastifyInstance } from 'fastify';

const INVALID_PRODUCER_EPOCH = 47;

const kafka = new Kafka({ clientId: 'escape-rooms', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'escape-rooms-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function fenced(err: any): boolean {
  return [err, err?.cause].some((e) => e?.code === INVALID_PRODUCER_EPOCH);
}

export async function routes(app: FastifyInstance): Promise<void> {
  await producer.connect();
  app.addHook('onClose', () => producer.disconnect());

  app.post<{ Body: { room: string; team: string } }>('/slots', async (request, reply) => {
    const { room, team } = request.body;
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'rooms.slots', messages: [{ key: room, value: team }] });
      await tx.send({ topic: 'rooms.mails', messages: [{ key: team, value: room }] });
    } catch (err) {
      request.log.error({ err, fenced: fenced(err) }, 'slot not booked');
      try {
        if (fenced(err)) await producer.disconnect();
        else await tx.abort();
      } catch (second) {
        throw new AggregateError([err, second], 'slot neither booked nor cleaned up');
      }
      throw err;
    }
    await tx.commit();
    return reply.code(201).send({ room, team });
  });
}
