const Router = require('@koa/router');

class ApiError extends Error {
  constructor(status, code, cause) {
    super(code, { cause });
    this.status = status;
    this.code = code;
    this.expose = true;
  }
}

/** @param {{ producer: import('@platformatic/kafka').Producer, logger: import('pino').Logger }} deps */
module.exports = ({ producer, logger }) => {
  const router = new Router({ prefix: '/votes' });

  router.use(async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      ctx.status = err.status ?? 500;
      ctx.body = { code: err.code ?? 'INTERNAL' };
      ctx.app.emit('error', err, ctx);
    }
  });

  router.post('/:poll', async (ctx) => {
    const { choice } = ctx.request.body;
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: [
          { topic: 'votes', key: ctx.params.poll, value: choice },
          { topic: 'votes.audit', key: ctx.params.poll, value: ctx.ip },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => logger.error({ err: abortErr }, 'abort failed'));
      throw new ApiError(503, 'VOTE_NOT_COUNTED', err);
    }
    try {
      await tx.commit();
    } catch (err) {
      throw new ApiError(504, 'VOTE_IN_DOUBT', err);
    }
    ctx.status = 201;
  });

  return router;
};
