const { Producer } = require('node-rdkafka');
const metrics = require('./metrics');

const TIMEOUT = 10000;

/**
 * @param {string} brokers
 * @param {{ error(...args: unknown[]): void, info(...args: unknown[]): void }} logger
 */
module.exports = function jobBoard(brokers, logger) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'job-board',
    'enable.idempotence': true,
  });

  function takeBack(reason, done) {
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) logger.error('job board: abort failed', abortErr);
      done(reason);
    });
  }

  function advertise(job, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        producer.produce('jobs.open', null, Buffer.from(JSON.stringify(job)), job.id);
        job.tags.forEach((tag) => producer.produce('jobs.by-tag', null, Buffer.from(job.id), tag));
      } catch (err) {
        return takeBack(err, done);
      }
      producer.commitTransaction(TIMEOUT, (err) => {
        if (err && err.isTxnRequiresAbort) return takeBack(err, done);
        if (err) {
          metrics.increment('jobs.commit.failed', { code: err.code });
          logger.error('job %s may not be visible', job.id, err);
        }
        done(null, job.id);
      });
    });
  }

  return { producer, advertise };
};
