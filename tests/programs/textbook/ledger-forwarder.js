'use strict';

const { promisify } = require('node:util');
const rdkafka = require('node-rdkafka');

const { ERRORS } = rdkafka.CODES;
const TIMEOUT = 12000;

function asPromises(producer) {
  return {
    begin: promisify(producer.beginTransaction.bind(producer)),
    commit: promisify(producer.commitTransaction.bind(producer)),
    abort: promisify(producer.abortTransaction.bind(producer)),
    close: promisify(producer.disconnect.bind(producer)),
  };
}

/** Ends the transaction after a failure in the way its error asks for. */
async function settleFailure(calls, err) {
  if (err.code === ERRORS.ERR_TRANSACTION_ABORTABLE) {
    await calls.abort(TIMEOUT);
    return;
  }
  await calls.close(TIMEOUT);
}

class LedgerForwarder {
  constructor(brokers, book) {
    this.producer = new rdkafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `ledger-forwarder-${book}`,
    });
    this.calls = asPromises(this.producer);
  }

  async forward(entries) {
    const { begin, commit } = this.calls;
    await begin();
    try {
      for (const entry of entries) {
        this.producer.produce('ledger.entries', null, Buffer.from(entry.body), entry.account);
      }
      await commit(TIMEOUT);
    } catch (err) {
      await settleFailure(this.calls, err).catch((failure) => {
        console.error('ledger: clean-up failed', failure);
      });
      throw err;
    }
  }
}

module.exports = { LedgerForwarder };
