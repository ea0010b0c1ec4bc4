'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');
const log = require('pino')({ name: 'heating-bills' });

const producer = new RdKafka.HighLevelProducer({
  'bootstrap.servers': process.env.BOOTSTRAP,
  'transactional.id': 'heating-bills',
});

const call = (method, ...args) =>
  new Promise((resolve, reject) => {
    producer[method](...args, (err, value) => (err ? reject(err) : resolve(value)));
  });

const deliver = (bill) =>
  call('produce', 'bills.heating', null, Buffer.from(JSON.stringify(bill)), bill.flat, Date.now());

function die(err) {
  log.fatal({ err }, 'the supervisor starts us anew');
  process.exit(70);
}

async function commit() {
  for (let resumes = 0; ; resumes += 1) {
    try {
      await call('commitTransaction', 10000);
      return;
    } catch (err) {
      if (err.isTxnRequiresAbort) throw err;
      if (!err.isRetriable || resumes === 10) die(err);
      log.warn({ err }, 'commit timed out, resuming it');
    }
  }
}

exports.issue = async function issue(bills) {
  await call('beginTransaction');
  try {
    await Promise.all(bills.map(deliver));
    await commit();
  } catch (err) {
    // a delivery that failed, or a commit that asks for an abort: nothing else gets here
    try {
      await call('abortTransaction', 10000);
    } catch (abortErr) {
      die(abortErr);
    }
    throw err;
  }
};
