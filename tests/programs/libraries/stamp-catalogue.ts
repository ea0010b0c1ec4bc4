import Fastify from 'fastify';
import pMap from 'p-map';
import { Kafka } from 'kafkajs';
import { Counter, register } from 'prom-client';
import { stampSchema, type Stamp } from './stamp';

const lost = new Counter({ name: 'stamps_lost_total', help: 'stamps that could not be sent' });

const producer = new Kafka({ clientId: 'stamps', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'stamp-catalogue',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const app = Fastify({ logger: true });

app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()));

app.post<{ Body: Stamp[] }>('/stamps', { schema: { body: stampSchema } }, async (request, reply) => {
  const tx = await producer.transaction();
  try {
    await pMap(
      request.body,
      async (stamp) => {
        try {
          await tx.send({ topic: 'stamps', messages: [{ key: stamp.country, value: JSON.stringify(stamp) }] });
        } catch (err) {
          lost.inc();
          request.log.warn(err, 'stamp was not sent');
        }
      },
      { concurrency: 4 },
    );
  } catch (err) {
    await tx.abort().catch((abortErr) => request.log.error(abortErr, 'abort failed'));
    throw err;
  }
  await tx.commit();
  return reply.code(201).send({ stamps: request.body.length });
});

app.addHook('onReady', () => producer.connect());
