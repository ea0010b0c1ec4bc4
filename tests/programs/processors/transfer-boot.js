'use strict';

const http = require('node:http');
const { promisify } = require('node:util');
const { setTimeout: sleep } = require('node:timers/promises');
const Kafka = require('node-rdkafka');

const probe = { ready: false, attempts: 0 };

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': `transfers-${process.env.HOSTNAME}`,
});

const kafka = Object.freeze({
  connect: promisify(producer.connect.bind(producer)),
  init: promisify(producer.initTransactions.bind(producer)),
  begin: promisify(producer.beginTransaction.bind(producer)),
  commit: promisify(producer.commitTransaction.bind(producer)),
  abort: promisify(producer.abortTransaction.bind(producer)),
});

async function becomeReady() {
  await kafka.connect({});
  while (!probe.ready) {
    probe.attempts += 1;
    try {
      await kafka.init(10000);
      probe.ready = true;
    } catch (err) {
      console.warn(`init attempt ${probe.attempts} failed, trying again`, err.message);
      await sleep(Math.min(30000, 500 * probe.attempts));
    }
  }
}

async function transfer({ from, to, cents }) {
  await kafka.begin();
  try {
    producer.produce('transfers.debits', null, Buffer.from(String(-cents)), from);
    producer.produce('transfers.credits', null, Buffer.from(String(cents)), to);
  } catch (err) {
    await kafka.abort(5000).catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await kafka.commit(15000);
  } catch (err) {
    probe.ready = false;
    console.error('transfer in doubt', from, to, err);
    process.exit(1);
  }
}

http
  .createServer((req, res) => {
    res.statusCode = probe.ready ? 200 : 503;
    res.end();
  })
  .listen(8081);

module.exports = { becomeReady, transfer };
