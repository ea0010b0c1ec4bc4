'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 10000;

function connected(config) {
  const producer = new RdKafka.Producer(config);
  return new Promise((resolve, reject) => {
    producer.connect({}, (err) => (err ? reject(err) : resolve(producer)));
  });
}

function ready(producer, wait = 2000) {
  return new Promise((resolve) => {
    const attempt = () =>
      producer.initTransactions(TIMEOUT, (err) => {
        if (!err) {
          resolve(producer);
          return;
        }
        console.warn('the marble producer is not ready', err.message);
        setTimeout(attempt, wait);
      });
    attempt();
  });
}

function recordRun(producer, run) {
  const end = (method) =>
    new Promise((resolve, reject) => {
      producer[method](TIMEOUT, (err) => (err ? reject(err) : resolve()));
    });

  const fill = () => {
    for (const { marble, millis } of run) {
      producer.produce('marbles.runs', null, Buffer.from(String(millis)), marble);
    }
  };

  return new Promise((resolve, reject) => {
    producer.beginTransaction((err) => (err ? reject(err) : resolve()));
  }).then(async () => {
    try {
      fill();
    } catch (err) {
      await end('abortTransaction').catch((abortErr) => console.error('run not rolled back', abortErr));
      throw err;
    }
    try {
      await end('commitTransaction');
    } catch (err) {
      producer.disconnect();
      throw err;
    }
  });
}

exports.open = (brokers, table) =>
  connected({ 'bootstrap.servers': brokers, 'transactional.id': `marble-runs-${table}` }).then((p) => ready(p));
exports.recordRun = recordRun;
