import express, { type NextFunction, type Request, type Response } from 'express';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.KAFKA_BROKERS ?? 'localhost:9092' });
const producer = kafka.producer({ 'transactional.id': 'subscription-renewals-0' });

export const router = express.Router();

async function renew(req: Request, res: Response, next: NextFunction): Promise<void> {
  const { customer, plan, months } = req.body;
  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'subscriptions.renewed',
      messages: [{ key: customer, value: JSON.stringify({ plan, months }) }],
    });
    await transaction.send({
      topic: 'invoices.requested',
      messages: [{ key: customer, value: String(months) }],
    });
  } catch (err) {
    await transaction.abort().catch((abortErr) => req.app.locals.log.warn(abortErr));
    next(err);
    return;
  }
  await transaction.commit();
  res.status(202).json({ customer, plan });
}

router.post('/renewals', express.json(), (req, res, next) => {
  renew(req, res, next).catch(next);
});

router.use((err: Error, _req: Request, res: Response, next: NextFunction) => {
  if (res.headersSent) {
    next(err);
    return;
  }
  res.status(503).json({ error: err.message });
});

export const start = (): Promise<void> => producer.connect();
