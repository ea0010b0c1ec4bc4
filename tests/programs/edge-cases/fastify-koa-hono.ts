// fastify/koa/hono
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import Fastify from 'fastify'; import Koa from 'koa'; import { Hono } from 'hono'; import { HTTPException } from 'hono/http-exception';
const work = async (v: unknown) => {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [{ value: JSON.stringify(v) }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
};
const f = Fastify();
f.post('/a', async (req, reply) => { try { await work(req.body); return reply.code(204).send(); } catch (e) { req.log.error(e); return reply.code(503).send({ error: (e as Error).message }); } });
f.addHook('onClose', () => producer.disconnect());
const koa = new Koa();
koa.use(async (ctx) => { try { await work(ctx.request); ctx.status = 201; } catch (e) { ctx.throw(503, e as Error); } });
koa.use(async (ctx) => { try { await work(ctx.request); ctx.status = 201; } catch (e) { ctx.app.emit('error', e, ctx); ctx.status = 503; } });
const hono = new Hono();
hono.post('/x', async (c) => { try { await work(await c.req.json()); return c.body(null, 204); } catch (cause) { throw new HTTPException(503, { cause }); } });
hono.post('/y', async (c) => { try { await work(await c.req.json()); return c.body(null, 204); } catch (e) { return c.json({ error: String(e) }, 503); } });
