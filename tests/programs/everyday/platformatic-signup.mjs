import Fastify from 'fastify';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const app = Fastify({ logger: true });

const producer = new Producer({
  clientId: 'signup',
  bootstrapBrokers: ['127.0.0.1:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: process.env.SIGNUP_TX_ID ?? 'signup-0',
});

const isFenced = (err) => GenericError.isGenericError(err) && err.findBy('apiId', 'PRODUCER_FENCED') !== null;

app.post('/signup', async (request, reply) => {
  const { email, plan } = request.body;

  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: [
        { topic: 'accounts', key: email, value: JSON.stringify({ email, plan }) },
        { topic: 'welcome-mails', key: email, value: plan },
      ],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => request.log.error(abortErr, 'abort failed'));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    request.log.error({ err, fenced: isFenced(err) }, 'commit failed');
    await tx.cancel().catch((cancelErr) => request.log.warn(cancelErr, 'cancel failed'));
    await producer.close(true);
    throw err;
  }

  reply.code(201);
  return { email };
});

app.addHook('onClose', () => producer.close());

await app.listen({ port: 3000 });
