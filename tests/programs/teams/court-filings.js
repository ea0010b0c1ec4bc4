'use strict';

const util = require('util');
const rdkafka = require('node-rdkafka');
const logger = require('./logger').child({ module: 'court-filings' });

const producer = new rdkafka.HighLevelProducer({
  'metadata.broker.list': process.env.KAFKA,
  'transactional.id': `court-filings-${process.env.COURT}`,
});

const initTransactions = util.promisify(producer.initTransactions.bind(producer));
const disconnect = util.promisify(producer.disconnect.bind(producer));
const beginTransaction = util.promisify(producer.beginTransaction.bind(producer));
const commitTransaction = util.promisify(producer.commitTransaction.bind(producer));
const abortTransaction = util.promisify(producer.abortTransaction.bind(producer));
const produce = util.promisify(producer.produce.bind(producer));

async function abortOrResume() {
  for (let resumes = 0; resumes < 4; resumes += 1) {
    try {
      await abortTransaction(8000);
      return null;
    } catch (abortErr) {
      if (!abortErr.isRetriable) return abortErr;
      logger.info('abort timed out, resuming it');
    }
  }
  return new Error('abort did not end in time');
}

async function rollBack(reason) {
  const abortErr = await abortOrResume();
  return abortErr ? new AggregateError([reason, abortErr], 'filing not rolled back') : reason;
}

async function file(caseNumber, documents) {
  await beginTransaction();
  try {
    for (const document of documents) {
      await produce('court.filings', null, Buffer.from(JSON.stringify(document)), caseNumber, Date.now());
    }
  } catch (err) {
    throw await rollBack(err);
  }

  try {
    await commitTransaction(20000);
  } catch (err) {
    if (err.isTxnRequiresAbort) throw await rollBack(err);
    await disconnect(5000).catch((e) => logger.error(e, 'disconnect'));
    throw err;
  }
}

module.exports = { producer, file, init: () => initTransactions(10000) };
