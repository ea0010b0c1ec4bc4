// middleware: res.on finish
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import express from 'express';
const app = express();
app.use(async (req, res, next) => {
  try {
    const tx = await producer.transaction();
    res.locals.tx = tx;
    next();
  } catch (e) { next(e); }
});
app.post('/x', async (req, res, next) => {
  const { tx } = res.locals;
  try { await tx.send({ topic: 't', messages: [] }); await tx.commit(); res.end(); } catch (e) { next(e); }
});
app.post('/y', async (req, res) => {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 't', messages: [] }); }
  catch (e) { await tx.abort().catch((x) => req.log.error(x)); return res.status(500).json({ error: 'kafka', detail: (e as Error).message }); }
  try { await tx.commit(); } catch (e) { return res.status(500).send((e as Error).message); }
  return res.status(204).end();
});
