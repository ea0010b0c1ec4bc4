'use strict';

const { Producer, CODES } = require('node-rdkafka');

const QUEUE_FULL = CODES.ERRORS.ERR__QUEUE_FULL;

/**
 * @param {Producer} producer connected, with its transactions initialised
 * @param {{ session: string, payload: Buffer }[]} clicks
 * @param {(err: Error | null, written?: number) => void} done
 */
function writeClicks(producer, clicks, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) {
      done(beginErr);
      return;
    }
    fill(producer, clicks, 0, (err) => {
      if (err) {
        rollback(producer, err, done);
        return;
      }
      commit(producer, 3, (commitErr) => {
        if (!commitErr) done(null, clicks.length);
        else if (commitErr.isTxnRequiresAbort) rollback(producer, commitErr, done);
        else producer.disconnect(() => done(commitErr));
      });
    });
  });
}

function fill(producer, clicks, from, done) {
  for (let i = from; i < clicks.length; i++) {
    try {
      producer.produce('clicks', null, clicks[i].payload, clicks[i].session);
    } catch (err) {
      if (err.code !== QUEUE_FULL) {
        done(err);
        return;
      }
      // nothing was sent: wait for the local queue to drain, then go on with the same click
      setTimeout(() => fill(producer, clicks, i, done), 100);
      return;
    }
  }
  done(null);
}

function commit(producer, attempts, done) {
  producer.commitTransaction(20000, (err) => {
    if (err && err.isRetriable && attempts > 1) commit(producer, attempts - 1, done);
    else done(err);
  });
}

function rollback(producer, reason, done) {
  producer.abortTransaction(20000, (abortErr) => {
    done(abortErr ? new AggregateError([reason, abortErr], 'clicks not rolled back') : reason);
  });
}

module.exports = { writeClicks };
