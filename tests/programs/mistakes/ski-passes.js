'use strict';

const util = require('util');
const { Producer } = require('node-rdkafka');

const producer = new Producer({
  'bootstrap.servers': process.env.KAFKA_BOOTSTRAP,
  'transactional.id': 'ski-passes',
});

const init = util.promisify(producer.initTransactions).bind(producer);
const begin = util.promisify(producer.beginTransaction).bind(producer);
const commit = util.promisify(producer.commitTransaction).bind(producer);
const abort = util.promisify(producer.abortTransaction).bind(producer);
const disconnect = util.promisify(producer.disconnect).bind(producer);

async function cancel() {
  let resumes = 0;
  for (;;) {
    try {
      await abort(10000);
      return;
    } catch (err) {
      resumes += 1;
      if ((err.isRetriable || err.isTxnRequiresAbort) && resumes < 5) continue;
      await disconnect();
      return;
    }
  }
}

async function sell(passes) {
  await begin();
  try {
    for (const pass of passes) {
      producer.produce('ski.passes', null, Buffer.from(JSON.stringify(pass)), pass.card);
    }
  } catch (err) {
    await cancel().catch((closeErr) => console.error('ski passes: not closed', closeErr));
    throw err;
  }
  try {
    await commit(20000);
  } catch (err) {
    await (err.isTxnRequiresAbort ? cancel() : disconnect()).catch((e) => console.error(e));
    throw err;
  }
}

module.exports = { open: () => init(10000), sell };
