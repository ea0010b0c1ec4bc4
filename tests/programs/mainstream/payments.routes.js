'use strict';

const express = require('express');
const { Kafka } = require('kafkajs');
const config = require('./config');
const accounts = require('./accounts');

const kafka = new Kafka({ clientId: config.name, brokers: config.kafka.brokers });
const producer = kafka.producer({
  transactionalId: 'payments-api',
  idempotent: true,
  maxInFlightRequests: 1,
});

const router = express.Router();

router.post('/payments', async (req, res, next) => {
  try {
    const { accountId, amount, reference } = req.body;
    const tx = await producer.transaction();
    try {
      const account = await accounts.findById(accountId);
      if (!account) {
        res.status(404).json({ message: `no account ${accountId}` });
        return;
      }
      await tx.send({
        topic: 'payments.requested',
        messages: [{ key: accountId, value: JSON.stringify({ amount, reference }) }],
      });
      await tx.send({
        topic: 'ledger.entries',
        messages: [{ key: account.ledger, value: JSON.stringify({ debit: amount, reference }) }],
      });
    } catch (err) {
      await tx.abort();
      throw err;
    }
    await tx.commit();
    res.status(202).json({ reference });
  } catch (err) {
    next(err);
  }
});

module.exports = { router, start: () => producer.connect() };
