const fastify = require('fastify')({ logger: true });
const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'sms-gateway', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'sms-gateway-out',
  idempotent: true,
  maxInFlightRequests: 1,
});

const topicFor = (number) => (number.startsWith('+49') ? 'sms.de' : 'sms.world');

async function queueAll(log, texts) {
  const tx = await producer.transaction();
  try {
    await Promise.all(
      texts.map(({ to, body }) =>
        tx
          .send({ topic: topicFor(to), messages: [{ key: to, value: body }] })
          .catch((err) => log.warn({ to, err }, 'text was skipped')),
      ),
    );
    await tx.send({ topic: 'sms.batches', messages: [{ value: String(texts.length) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error(abortErr, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

fastify.post('/batches', async (request, reply) => {
  await queueAll(request.log, request.body.texts);
  return reply.code(202).send({ queued: request.body.texts.length });
});

fastify.addHook('onReady', () => producer.connect());
fastify.addHook('onClose', () => producer.disconnect());

module.exports = fastify;
