const { promisify } = require('node:util');
const { HighLevelProducer } = require('@confluentinc/kafka-javascript');

const WAIT = 15_000;

/** How a transaction may end without having been committed. */
class TransactionError extends Error {
  constructor(outcome, cause) {
    super(`transaction ${outcome}`, { cause });
    this.outcome = outcome;
  }
}

async function openTransactions({ transactionalId, ...conf }) {
  const producer = new HighLevelProducer({ ...conf, 'transactional.id': transactionalId });
  const call = (name) => promisify(producer[name]).bind(producer);
  const [connect, init, begin, commit, abort, close] = [
    'connect',
    'initTransactions',
    'beginTransaction',
    'commitTransaction',
    'abortTransaction',
    'disconnect',
  ].map(call);
  const produce = call('produce');

  await connect({});
  await init(WAIT);

  async function giveUp(outcome, cause) {
    await close().catch((err) => console.warn('producer not closed', err));
    throw new TransactionError(outcome, cause);
  }

  async function rollBack(cause) {
    try {
      await abort(WAIT);
    } catch (abortErr) {
      await giveUp('neither committed nor aborted', new AggregateError([cause, abortErr]));
    }
    throw new TransactionError('aborted', cause);
  }

  return async function withTransaction(body) {
    try {
      await begin();
    } catch (err) {
      await giveUp('not begun', err);
    }
    let value;
    try {
      value = await body((topic, key, payload) => produce(topic, null, Buffer.from(payload), key, Date.now()));
    } catch (err) {
      await rollBack(err);
    }
    for (let left = 3; ; left -= 1) {
      try {
        await commit(WAIT);
        return value;
      } catch (err) {
        if (err.isTxnRequiresAbort) await rollBack(err);
        if (!err.isRetriable || left === 0) await giveUp('in doubt', err);
      }
    }
  };
}

module.exports = { openTransactions, TransactionError };
