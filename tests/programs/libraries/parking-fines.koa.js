const Router = require('@koa/router');
const { Kafka } = require('kafkajs');
const { validateFine } = require('./validation');

module.exports = function finesRouter(brokers) {
  const router = new Router({ prefix: '/fines' });
  const producer = new Kafka({ clientId: 'fines', brokers }).producer({
    transactionalId: 'parking-fines',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const withTx = async (ctx, next) => {
    const tx = await producer.transaction();
    ctx.state.tx = tx;
    try {
      await next();
    } catch (err) {
      await tx.abort().catch((abortErr) => ctx.log.error({ err: abortErr }, 'fine not rolled back'));
      ctx.throw(503, err);
    }
    try {
      await tx.commit();
    } catch (err) {
      ctx.throw(500, err);
    }
  };

  router.post('/', withTx, async (ctx) => {
    const fine = validateFine(ctx.request.body);
    const { tx } = ctx.state;
    await tx.send({ topic: 'parking.fines', messages: [{ key: fine.plate, value: JSON.stringify(fine) }] });
    if (fine.towed) {
      await tx.send({ topic: 'parking.towed', messages: [{ key: fine.plate, value: fine.yard }] });
    }
    ctx.status = 201;
  });

  return { router, start: () => producer.connect(), stop: () => producer.disconnect() };
};
