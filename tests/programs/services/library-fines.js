import express from 'express';
import { Kafka } from 'kafkajs';

const producer = new Kafka({ clientId: 'fines', brokers: ['kafka:9092'] }).producer({
  transactionalId: `fines-${process.env.BRANCH}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export const router = express.Router();

router.post('/members/:card/fines', express.json(), async (req, res, next) => {
  const { card } = req.params;
  const { barcode, cents } = req.body;
  try {
    const tx = await producer.transaction();
    try {
      await tx.sendBatch({
        topicMessages: [
          { topic: 'library.fines', messages: [{ key: card, value: String(cents) }] },
          { topic: 'library.copies', messages: [{ key: barcode, value: 'overdue' }] },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => req.log.error({ err: abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit();
    res.status(201).json({ card, cents });
  } catch (err) {
    next(err);
  }
});

export const connect = () => producer.connect();
