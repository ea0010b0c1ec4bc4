'use strict';
const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');

const p = (producer, method) => promisify(producer[method].bind(producer));

/**
 * What is to be done about an error of commitTransaction, in librdkafka's order of checks.
 * @returns {{ kind: 'abort' | 'resume' | 'close', error: Error }}
 */
function plan(error) {
  if (error.isTxnRequiresAbort) return { kind: 'abort', error };
  if (error.isRetriable) return { kind: 'resume', error };
  return { kind: 'close', error };
}

async function commitWith({ commit, abort, close }, budget) {
  let left = budget;
  let step;
  do {
    try {
      await commit(12000);
      return;
    } catch (error) {
      step = plan(error);
    }
    left -= 1;
  } while (step.kind === 'resume' && left > 0);

  const wrapped = new Error(`commit failed (${step.kind})`, { cause: step.error });
  const ending = step.kind === 'abort' ? abort(12000) : close();
  await ending.catch((err) => console.error('could not end the transaction', err));
  throw wrapped;
}

exports.createJournal = async (brokers, ledger) => {
  const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `journal-${ledger}` });
  const ops = {
    begin: p(producer, 'beginTransaction'),
    commit: p(producer, 'commitTransaction'),
    abort: p(producer, 'abortTransaction'),
    close: p(producer, 'disconnect'),
  };
  await p(producer, 'connect')({});
  await p(producer, 'initTransactions')(20000);

  return {
    async write(bookings) {
      await ops.begin();
      try {
        bookings.forEach(({ id, debit, credit, cents }) => {
          producer.produce('journal', null, Buffer.from(`${debit}>${credit}:${cents}`), id);
        });
      } catch (error) {
        try {
          await ops.abort(12000);
        } catch (abortError) {
          throw new AggregateError([error, abortError], 'bookings half written');
        }
        throw error;
      }
      await commitWith(ops, 4);
    },
    close: ops.close,
  };
};
