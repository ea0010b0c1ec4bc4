import { SpanStatusCode, trace } from '@opentelemetry/api';
import { Producer, stringSerializers } from '@platformatic/kafka';

const tracer = trace.getTracer('radio-telescope');

const producer = new Producer({
  clientId: 'radio-telescope',
  bootstrapBrokers: process.env.BROKERS.split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `telescope-${process.env.DISH}`,
});

/** Runs `fn` in a span. The span learns of a failure, and so does the caller. */
function spanned(name, attributes, fn) {
  return tracer.startActiveSpan(name, { attributes }, (span) =>
    fn(span)
      .then(
        (value) => {
          span.setStatus({ code: SpanStatusCode.OK });
          return value;
        },
        (err) => {
          span.recordException(err);
          span.setStatus({ code: SpanStatusCode.ERROR, message: err.message });
          return Promise.reject(err);
        },
      )
      .finally(() => span.end()),
  );
}

const send = (tx, observations) =>
  spanned('telescope.send', { count: observations.length }, () =>
    tx.send({
      messages: observations.map((o) => ({ topic: 'telescope.observations', key: o.target, value: JSON.stringify(o) })),
    }),
  );

const abort = (tx) =>
  spanned('telescope.abort', {}, () => tx.abort()).catch((err) => {
    console.error('observations not rolled back', err);
    return producer.close(true);
  });

const commit = (tx) =>
  spanned('telescope.commit', {}, () => tx.commit()).catch(async (err) => {
    await producer.close(true);
    throw err;
  });

export const publish = (observations) =>
  spanned('telescope.publish', { dish: process.env.DISH }, async (span) => {
    const tx = await producer.beginTransaction();
    try {
      await send(tx, observations);
      span.addEvent('sent');
    } catch (err) {
      await abort(tx);
      throw err;
    }
    await commit(tx);
  });
