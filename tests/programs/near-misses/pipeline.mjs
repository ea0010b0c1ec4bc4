import { randomUUID } from 'node:crypto';
import { Kafka } from 'kafkajs';

const pipe =
  (...steps) =>
  (input) =>
    steps.reduce((chain, step) => chain.then(step), Promise.resolve(input));

const begin = (producer) => async (ctx) => ({ ...ctx, tx: await producer.transaction() });

const send = (topic, select) => async (ctx) => {
  await ctx.tx.send({ topic, messages: select(ctx.event) });
  return ctx;
};

const orAbort = (inner) => (ctx) =>
  inner(ctx).catch(async (err) => {
    await ctx.tx.abort().catch((abortErr) => ctx.log.error({ err: abortErr }, 'abort failed'));
    throw err;
  });

const commit = async (ctx) => {
  await ctx.tx.commit();
  return ctx;
};

export function createPublisher({ brokers, log }) {
  const producer = new Kafka({ clientId: `hr-events-${randomUUID()}`, brokers }).producer({
    transactionalId: 'hr-events',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const publish = pipe(
    begin(producer),
    orAbort(
      pipe(
        send('hr.people', (event) => [{ key: event.person, value: JSON.stringify({ id: randomUUID(), ...event }) }]),
        send('hr.badges', (event) => event.doors.map((door) => ({ key: event.person, value: door }))),
      ),
    ),
    commit,
  );

  return {
    connect: () => producer.connect(),
    disconnect: () => producer.disconnect(),
    publish: (event) =>
      publish({ event, log }).catch((err) => {
        throw new Error(`event of ${event.person} not published`, { cause: err });
      }),
  };
}
