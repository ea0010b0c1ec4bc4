'use strict';

const Joi = require('joi');
const Koa = require('koa');
const Router = require('@koa/router');
const { bodyParser } = require('@koa/bodyparser');
const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'tastings', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'wine-tastings-web-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const note = Joi.object({ wine: Joi.string().required(), points: Joi.number().min(50).max(100).required() });

async function store(taster, notes) {
  const tx = await producer.transaction();
  try {
    for (const raw of notes) {
      const { error, value } = note.validate(raw);
      if (error) {
        await producer.send({
          topic: 'tastings.rejected',
          messages: [{ key: taster, value: JSON.stringify({ raw, reason: error.message }) }],
        });
        continue;
      }
      await tx.send({ topic: 'tastings.notes', messages: [{ key: value.wine, value: `${taster}:${value.points}` }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('notes not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

const router = new Router();
router.post('/tasters/:id/notes', async (ctx) => {
  await store(ctx.params.id, ctx.request.body);
  ctx.status = 204;
});

const app = new Koa();
app.use(bodyParser()).use(router.routes());

producer.connect().then(
  () => app.listen(8080),
  (err) => {
    console.error(err);
    process.exit(1);
  }
);
process.once('SIGTERM', () => producer.disconnect().finally(() => process.exit(0)));
