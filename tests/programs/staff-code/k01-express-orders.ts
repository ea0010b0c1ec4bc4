import express, { type NextFunction, type Request, type Response } from 'express';
import { Kafka, type Producer } from 'kafkajs';
import pino from 'pino';

const logger = pino({ name: 'orders-api' });
const kafka = new Kafka({ clientId: 'orders-api', brokers: (process.env.KAFKA_BROKERS ?? '').split(',') });

let cached: Promise<Producer> | undefined;

function getProducer(): Promise<Producer> {
  cached ??= (async () => {
    const producer = kafka.producer({
      transactionalId: `orders-api-${process.env.POD_ORDINAL}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  })().catch((err) => {
    cached = undefined;
    throw err;
  });
  return cached;
}

async function discard(producer: Producer): Promise<void> {
  cached = undefined;
  await producer.disconnect().catch((err) => logger.warn({ err }, 'disconnect failed'));
}

export const router = express.Router();

router.post('/orders', async (req: Request, res: Response, next: NextFunction) => {
  let producer: Producer | undefined;
  try {
    producer = await getProducer();
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'orders', messages: [{ key: req.body.id, value: JSON.stringify(req.body) }] });
      await tx.send({ topic: 'orders.audit', messages: [{ key: req.body.id, value: req.ip ?? '' }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => logger.error({ err: abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit();
  } catch (err) {
    if (producer) await discard(producer);
    return next(err);
  }
  res.status(202).json({ accepted: req.body.id });
});
