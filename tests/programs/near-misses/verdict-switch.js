'use strict';

const Kafka = require('node-rdkafka');

const ABORT = 'abort';
const RESUME = 'resume';
const FATAL = 'fatal';

function verdictOf(err) {
  if (err.isTxnRequiresAbort) return ABORT;
  if (err.isRetriable) return RESUME;
  return FATAL;
}

module.exports = function (brokers, log) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'tram-delays',
  });

  function abort(reason, cb) {
    producer.abortTransaction(8000, (abortErr) => {
      if (abortErr) log.error('abort failed: %s', abortErr.message);
      cb(reason);
    });
  }

  function commit(resumes, cb) {
    producer.commitTransaction(8000, (err) => {
      if (!err) {
        cb(null);
        return;
      }
      switch (resumes > 5 ? FATAL : verdictOf(err)) {
        case ABORT:
          abort(err, cb);
          break;
        case RESUME:
          commit(resumes + 1, cb);
          break;
        case FATAL:
        default:
          producer.disconnect(8000, () => cb(err));
      }
    });
  }

  function publish(delays, cb) {
    producer.beginTransaction((err) => {
      if (err) return cb(err);
      try {
        delays.forEach((d) => producer.produce('trams.delays', -1, Buffer.from(`${d.minutes}`), d.line));
      } catch (produceErr) {
        return abort(produceErr, cb);
      }
      commit(0, cb);
    });
  }

  return { producer, publish };
};
