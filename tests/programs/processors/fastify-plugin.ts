import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KafkaJS } from '@confluentinc/kafka-javascript';

declare module 'fastify' {
  interface FastifyInstance {
    inTransaction<T>(work: (send: Send) => Promise<T>): Promise<T>;
  }
}

type Send = (topic: string, key: string, body: unknown) => Promise<void>;

class BadGateway extends Error {
  readonly statusCode = 502;
}

const { ErrorCodes } = KafkaJS;
const CLIENT_ERRORS = new Set<number>([ErrorCodes.ERR_MSG_SIZE_TOO_LARGE, ErrorCodes.ERR_INVALID_RECORD]);

export default fp(async (app: FastifyInstance, opts: { brokers: string[]; replica: string }) => {
  const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: opts.brokers } }).producer({
    kafkaJS: { transactionalId: `http-${opts.replica}`, acks: -1 },
  });
  await producer.connect();
  app.addHook('onClose', async () => {
    await producer.disconnect();
  });

  const send: Send = async (topic, key, body) => {
    await producer.send({ topic, messages: [{ key, value: JSON.stringify(body) }] });
  };

  app.decorate('inTransaction', async <T>(work: (s: Send) => Promise<T>): Promise<T> => {
    await producer.transaction();
    let value: T;
    try {
      value = await work(send);
    } catch (cause) {
      await producer.abort().catch((err: unknown) => app.log.error(err, 'abort failed'));
      if (CLIENT_ERRORS.has((cause as KafkaJS.KafkaJSError).code)) {
        throw Object.assign(new Error('record refused', { cause }), { statusCode: 422 });
      }
      throw cause;
    }
    try {
      await producer.commit();
    } catch (cause) {
      throw new BadGateway('the outcome is not known', { cause });
    }
    return value;
  });

  app.post('/votes', async (req: FastifyRequest<{ Body: { poll: string; choice: string } }>, reply: FastifyReply) => {
    const { poll, choice } = req.body;
    await app.inTransaction(async (emit) => {
      await emit('votes', poll, { choice });
      await emit('votes.audit', poll, { choice, ip: req.ip });
    });
    return reply.code(202).send({ poll });
  });
});
