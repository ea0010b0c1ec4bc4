'use strict';

const fp = require('fastify-plugin');
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

module.exports = fp(async function kafkaPlugin(fastify, { brokers, instance }) {
  const kafka = new Kafka({ kafkaJS: { brokers } });
  const producer = kafka.producer({ kafkaJS: { transactionalId: `gateway-${instance}`, idempotent: true } });
  await producer.connect();

  let queue = Promise.resolve();
  const exclusive = (task) => {
    const run = queue.then(task);
    queue = run.catch(() => {});
    return run;
  };

  fastify.addHook('onClose', async () => {
    await queue;
    await producer.disconnect();
  });

  fastify.get('/healthz', async () => ({ inTransaction: producer.isActive() }));

  fastify.decorate('publishAll', (records) =>
    exclusive(async () => {
      await producer.transaction();
      try {
        for (const { topic, key, value } of records) {
          await producer.send({ topic, messages: [{ key, value: JSON.stringify(value) }] });
        }
      } catch (err) {
        await producer.abort().catch((abortErr) => fastify.log.error(abortErr, 'abort failed'));
        throw err;
      }
      await producer.commit();
    }),
  );

  fastify.post('/events', async (request, reply) => {
    await fastify.publishAll(request.body.events);
    return reply.code(202).send({ accepted: request.body.events.length });
  });
});
