'use strict';

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');

function wrap(producer) {
  return {
    connect: promisify(producer.connect.bind(producer)),
    init: promisify(producer.initTransactions.bind(producer)),
    begin: promisify(producer.beginTransaction.bind(producer)),
    commit: promisify(producer.commitTransaction.bind(producer)),
    abort: promisify(producer.abortTransaction.bind(producer)),
    disconnect: promisify(producer.disconnect.bind(producer)),
  };
}

async function upload(orders, attempt = 1) {
  const raw = new Producer({
    'metadata.broker.list': process.env.KAFKA,
    'transactional.id': 'market-orders',
    'enable.idempotence': true,
  });
  const producer = wrap(raw);
  await producer.connect({});
  await producer.init(20000);
  await producer.begin();
  try {
    for (const order of orders) {
      raw.produce('market.orders', null, Buffer.from(JSON.stringify(order)), order.isin);
    }
  } catch (err) {
    await producer.abort(10000).catch((abortErr) => console.error('abort failed', abortErr));
    await producer.disconnect();
    throw err;
  }
  try {
    await producer.commit(20000);
  } catch (err) {
    await producer.disconnect();
    if (err.isRetriable && attempt < 3) {
      return upload(orders, attempt + 1);
    }
    throw err;
  }
  await producer.disconnect();
}

module.exports = { upload };
