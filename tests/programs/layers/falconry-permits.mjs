import { Producer, stringSerializers } from '@platformatic/kafka';
import pino from 'pino';

const producer = new Producer({
  clientId: 'falconry-permits',
  bootstrapBrokers: ['kafka-1:9092', 'kafka-2:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'falconry-permits',
});

/** Koa-like composition: every step calls the next one. */
function compose(steps) {
  return (ctx) => {
    const dispatch = async (i) => {
      const step = steps[i];
      if (step) await step(ctx, () => dispatch(i + 1));
    };
    return dispatch(0);
  };
}

async function timing(ctx, next) {
  const started = performance.now();
  try {
    await next();
  } finally {
    ctx.log.info({ ms: performance.now() - started }, 'handled');
  }
}

async function lenient(ctx, next) {
  try {
    await next();
  } catch (err) {
    ctx.log.warn({ err, permit: ctx.permit.number }, 'permit could not be written');
  }
}

async function write({ permit }) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: [
        { topic: 'falconry.permits', key: permit.number, value: JSON.stringify(permit) },
        { topic: 'falconry.birds', key: permit.ring, value: permit.species },
      ],
    });
  } catch (err) {
    await tx.abort().catch(() => producer.close(true));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

const handle = compose([timing, lenient, write]);

export const issue = (permit) => handle({ permit, log: pino({ name: 'permits' }) });
