const { RdKafka } = require('@confluentinc/kafka-javascript');

const LIMIT = 10_000;

/**
 * @param {RdKafka.Producer} producer
 * @param {Array<{ silo: string, tonnes: number }>} fills
 * @param {(err?: Error | null) => void} done
 */
module.exports = function recordFills(producer, fills, done) {
  let resumes = 0;

  const abort = (cause) => {
    producer.abortTransaction(LIMIT, (err) => {
      if (err) console.error('silos: abort failed', err);
      done(cause);
    });
  };

  const commit = () => {
    producer.commitTransaction(LIMIT, (err) => {
      if (!err) {
        done();
      } else if (err.isTxnRequiresAbort) {
        abort(err);
      } else if (err.isRetriable && resumes++ < 5) {
        commit();
      } else {
        producer.disconnect(() => done(err));
      }
    });
  };

  producer.beginTransaction((beginErr) => {
    if (beginErr) {
      done(beginErr);
      return;
    }
    try {
      for (const { silo, tonnes } of fills) {
        producer.produce('grain.fills', null, Buffer.from(tonnes.toFixed(2)), silo);
      }
    } catch (err) {
      abort(err);
      return;
    }
    commit();
  });
};
