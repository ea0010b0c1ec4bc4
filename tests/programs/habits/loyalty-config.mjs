import Fastify from 'fastify';
import { Producer, stringSerializers } from '@platformatic/kafka';

class Settings {
  clientId = 'loyalty';
  bootstrapBrokers = ['kafka-a:9092', 'kafka-b:9092'];
  port = 8080;
}

const { port, ...kafka } = new Settings();

export const producer = new Producer({
  ...kafka,
  serializers: stringSerializers,
  idempotent: true,
  retries: 5,
});

async function credit(member, points) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: [
        { topic: 'loyalty.credits', key: member, value: String(points) },
        { topic: 'loyalty.history', key: member, value: JSON.stringify({ points, at: Date.now() }) },
      ],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

const app = Fastify({ logger: true });

app.post('/members/:id/points', async (request, reply) => {
  const { id } = request.params;
  const points = Number(request.body?.points ?? 0);
  try {
    await credit(id, points);
  } catch (err) {
    request.log.error({ err, id }, 'points not credited');
  }
  reply.code(202);
  return { id, points };
});

await app.listen({ port });
