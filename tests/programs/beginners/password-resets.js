const express = require('express');
const { Kafka } = require('kafkajs');
const mailer = require('../lib/mailer');

const producer = new Kafka({ clientId: 'resets', brokers: ['localhost:9092'] }).producer({
  transactionalId: 'password-resets',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function mail(to, link) {
  let attempt = 0;
  while (true) {
    try {
      return await mailer.send({ to, subject: 'Your new password', text: link });
    } catch (e) {
      if (++attempt >= 3) throw e;
      console.log('mail server is busy, once more');
    }
  }
}

const router = express.Router();

router.post('/resets', async (req, res, next) => {
  let tx = null;
  try {
    tx = await producer.transaction();
    await tx.send({ topic: 'resets', messages: [{ key: req.body.user, value: req.body.token }] });
    await mail(req.body.email, `https://example.org/reset/${req.body.token}`);
  } catch (e) {
    if (tx) {
      try {
        await tx.abort();
      } catch (e2) {
        console.error('reset not aborted', e2);
      }
    }
    next(e);
    return;
  }
  tx.commit().then(() => res.sendStatus(204)).catch(next);
});

module.exports = router;
