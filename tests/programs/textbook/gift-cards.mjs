import express from 'express';
import kafkajs from 'kafkajs';

const kafka = new kafkajs.Kafka({ clientId: 'gift-cards', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'gift-cards-api-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const router = express.Router();

router.post('/gift-cards/:code/redemptions', async (req, res, next) => {
  const { code } = req.params;
  const { customer, cents } = req.body;
  if (!Number.isInteger(cents) || cents <= 0) {
    return res.status(422).json({ error: 'cents must be a positive integer' });
  }

  let phase = 'idle';
  let tx;
  try {
    tx = await producer.transaction();
    phase = 'open';
    await tx.send({ topic: 'gift-cards.redeemed', messages: [{ key: code, value: String(cents) }] });
    await tx.send({ topic: 'customers.credited', messages: [{ key: customer, value: String(cents) }] });
    phase = 'committing';
    await tx.commit();
  } catch (err) {
    if (phase === 'open') {
      await tx.abort().catch((abortErr) => {
        console.error('redemption of %s not rolled back', code, abortErr);
      });
    }
    return next(err);
  }
  return res.status(201).json({ code, cents });
});

export async function connect() {
  await producer.connect();
}
