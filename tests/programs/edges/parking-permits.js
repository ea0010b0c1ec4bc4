'use strict';

const { promisify } = require('util');
const express = require('express');
const { HighLevelProducer } = require('@confluentinc/kafka-javascript');
const log = require('./log');

const producer = new HighLevelProducer({
  'bootstrap.servers': process.env.BOOTSTRAP_SERVERS,
  'transactional.id': 'parking-permits-web',
  'enable.idempotence': true,
});

const tx = {
  begin: promisify(producer.beginTransaction).bind(producer),
  commit: promisify(producer.commitTransaction).bind(producer),
  abort: promisify(producer.abortTransaction).bind(producer),
};

const deliver = (topic, key, body) =>
  new Promise((resolve, reject) => {
    producer.produce(topic, null, Buffer.from(JSON.stringify(body)), key, Date.now(), (err, offset) => (err ? reject(err) : resolve(offset)));
  });

async function grant(permit) {
  await tx.begin();
  try {
    await Promise.all([
      deliver('permits.granted', permit.plate, permit),
      deliver('permits.invoices', permit.owner, { plate: permit.plate, cents: permit.months * 2500 }),
    ]);
  } catch (err) {
    await tx.abort(10000).catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  tx.commit(30000);
  log.info({ plate: permit.plate }, 'permit granted');
}

const app = express();
app.use(express.json());
app.post('/permits', (req, res, next) => {
  grant(req.body)
    .then(() => res.status(201).json({ plate: req.body.plate }))
    .catch(next);
});

producer.on('ready', () => {
  producer.initTransactions(30000, (err) => {
    if (err) {
      log.fatal({ err }, 'cannot initialise the transactions');
      process.exit(1);
    }
    app.listen(3000);
  });
});
producer.connect();
