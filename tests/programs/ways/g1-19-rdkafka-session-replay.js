'use strict';

const util = require('util');
const { Producer } = require('@confluentinc/kafka-javascript').RdKafka;

const MS = 10000;

async function session(id) {
  const producer = new Producer({
    'bootstrap.servers': 'kafka-payroll:9092',
    'transactional.id': id,
  });
  await new Promise((resolve, reject) => {
    producer.connect({}, (err) => (err ? reject(err) : resolve()));
  });
  await util.promisify(producer.initTransactions.bind(producer))(MS);
  return producer;
}

async function bookSalaries(month, entries) {
  let lastError;
  for (let n = 1; n <= 3; n++) {
    const producer = await session('salaries-' + month);
    const begin = util.promisify(producer.beginTransaction.bind(producer));
    const commit = util.promisify(producer.commitTransaction.bind(producer));
    const abort = util.promisify(producer.abortTransaction.bind(producer));
    try {
      await begin();
      try {
        for (const entry of entries) {
          producer.produce('salaries', -1, Buffer.from(String(entry.cents)), entry.employee);
        }
      } catch (err) {
        await abort(MS).catch((abortErr) => console.error('not rolled back', abortErr));
        throw err;
      }
      await commit(MS);
      return n;
    } catch (err) {
      if (!err.isRetriable) throw err;
      lastError = err;
      console.warn('session %d of %s failed, next one', n, month);
    } finally {
      await util.promisify(producer.disconnect.bind(producer))(MS);
    }
  }
  throw lastError;
}

module.exports = { bookSalaries };
