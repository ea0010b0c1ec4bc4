'use strict';

const { Router } = require('express');
const Sentry = require('@sentry/node');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'gift-cards', brokers: [process.env.KAFKA] });
const producer = kafka.producer({
  transactionalId: 'gift-cards-api-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const router = Router();

/**
 * @param {{ code: string, cents: number, buyer: string }} card
 */
function cardMessages(card) {
  return [
    { topic: 'giftcards.issued', messages: [{ key: card.code, value: String(card.cents) }] },
    { topic: 'buyers.history', messages: [{ key: card.buyer, value: card.code }] },
  ];
}

router.post('/gift-cards', async (req, res) => {
  const card = { code: req.body.code, cents: req.body.cents, buyer: req.user.id };

  try {
    const tx = await producer.transaction();
    try {
      await tx.sendBatch({ topicMessages: cardMessages(card) });
    } catch (err) {
      await tx.abort().catch((abortErr) => Sentry.captureException(abortErr));
      throw err;
    }
    await tx.commit();
  } catch (err) {
    Sentry.captureException(err, { tags: { card: card.code } });
  }

  res.status(202).json({ code: card.code });
});

module.exports = { router, connect: () => producer.connect(), close: () => producer.disconnect() };
