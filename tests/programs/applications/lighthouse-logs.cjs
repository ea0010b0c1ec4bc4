'use strict';

const MAX_ROWS = 1000;

/**
 * @param {import('@platformatic/kafka').Producer<string, string, string, string>} producer
 * @param {{ error(message: string, err: unknown): void }} log
 */
function createLogWriter(producer, log) {
  const giveUp = (cause, done) => {
    producer.close(true, (closeErr) => {
      if (closeErr) log.error('producer not closed', closeErr);
      done(cause);
    });
  };

  const rollBack = (tx, cause, done) => {
    tx.abort((abortErr) => {
      if (abortErr) {
        log.error('abort failed', abortErr);
        return giveUp(cause, done);
      }
      done(cause);
    });
  };

  return function write(lighthouse, rows, done) {
    if (rows.length > MAX_ROWS) {
      process.nextTick(done, new RangeError(`more than ${MAX_ROWS} rows`));
      return;
    }
    const messages = rows.map((row) => ({ topic: 'lighthouse.log', key: lighthouse, value: row }));

    producer.beginTransaction({}, (beginErr, tx) => {
      if (beginErr) return giveUp(beginErr, done);
      tx.send({ messages }, (sendErr) => {
        if (sendErr) return rollBack(tx, sendErr, done);
        tx.commit((commitErr) => (commitErr ? giveUp(commitErr, done) : done(null, rows.length)));
      });
    });
  };
}

module.exports = { createLogWriter };
