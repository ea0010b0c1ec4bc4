const { promisify } = require('util');
const express = require('express');
const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS || 'localhost:9092',
  'transactional.id': 'vouchers-api',
});

const connect = promisify(producer.connect.bind(producer));
const init = promisify(producer.initTransactions.bind(producer));
const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

const rollback = (err) =>
  abort(5000)
    .catch((abortErr) => console.error('abort failed', abortErr))
    .then(() => Promise.reject(err));

function produce(voucher) {
  producer.produce('vouchers', null, Buffer.from(JSON.stringify(voucher)), voucher.code);
  producer.produce('voucher-codes', null, Buffer.from(voucher.code), voucher.owner);
}

function issue(voucher) {
  return begin()
    .then(() => {
      try {
        produce(voucher);
      } catch (err) {
        return rollback(err);
      }
    })
    .then(() =>
      commit(10000).catch((err) => {
        if (err.isTxnRequiresAbort) return rollback(err);
        throw err;
      }),
    );
}

const router = express.Router();

router.post('/vouchers', express.json(), (req, res, next) => {
  const voucher = { ...req.body, issuedAt: Date.now() };
  issue(voucher)
    .then(() => res.status(201).json({ code: voucher.code }))
    .catch(next);
});

module.exports = { router, start: () => connect({}).then(() => init(10000)) };
