'use strict';

const rdkafka = require('node-rdkafka');

/** Node callbacks as promises. */
const p = (target, method, ...args) =>
  new Promise((resolve, reject) => {
    target[method](...args, (err, value) => (err ? reject(err) : resolve(value)));
  });

const producer = new rdkafka.Producer({
  'metadata.broker.list': process.env.KAFKA,
  'transactional.id': `foundry-${process.env.LINE}`,
});

async function open() {
  await p(producer, 'connect', {});
  await p(producer, 'initTransactions', 15000);
}

async function pour({ ladle, alloy, kilos }) {
  await p(producer, 'beginTransaction');
  try {
    producer.produce('foundry.pours', null, Buffer.from(`${alloy}:${kilos}`), ladle);
    producer.produce('foundry.stock', null, Buffer.from(String(-kilos)), alloy);
  } catch (err) {
    await p(producer, 'abortTransaction', 8000).catch((e) => console.error('pour not rolled back', e));
    throw err;
  }
  try {
    await p(producer, 'commitTransaction', 8000);
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await p(producer, 'abortTransaction', 8000).catch((e) => console.error('pour not rolled back', e));
    }
    throw err;
  }
}

async function pourAll(pours) {
  const results = new Map();
  for (const each of pours) {
    try {
      await pour(each);
      results.set(each.ladle, 'poured');
    } catch (err) {
      results.set(each.ladle, err);
    }
  }
  return results;
}

module.exports = { open, pourAll };
