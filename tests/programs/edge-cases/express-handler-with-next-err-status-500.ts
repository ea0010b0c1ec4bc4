// express handler with next(err), status 500
import express from 'express';
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const app = express();
app.post('/orders', async (req, res, next) => {
  let tx;
  try {
    tx = await producer.transaction();
  } catch (e) {
    next(e);
    return;
  }
  try {
    await tx.send({ topic: 't', messages: [{ value: JSON.stringify(req.body) }] });
  } catch (e) {
    await tx.abort().catch((x) => req.log.error(x));
    next(e);
    return;
  }
  try {
    await tx.commit();
    res.status(201).end();
  } catch (e) {
    await producer.disconnect().catch(() => {});
    next(e);
  }
});
app.post('/orders2', (req, res, next) => {
  (async () => {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 't', messages: [] });
    } catch (e) { await tx.abort().catch(() => {}); throw e; }
    await tx.commit();
    res.sendStatus(204);
  })().catch(next);
});
