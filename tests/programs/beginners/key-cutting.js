const { RdKafka } = require('@confluentinc/kafka-javascript');

/** @type {import('@confluentinc/kafka-javascript').Producer} */
let producer;

const wait = 500;

function abort(left, cb) {
  producer.abortTransaction(5000, (err) => {
    // a time-out can be resumed with the same call, the rest can't
    if (err && err.isRetriable && left > 0) {
      return setTimeout(abort, wait, left - 1, cb);
    }
    cb(err);
  });
}

function fail(cause, cb) {
  abort(5, (abortErr) => {
    if (abortErr) cause.abort = abortErr;
    cb(cause);
  });
}

exports.open = (brokers, cb) => {
  producer = new RdKafka.Producer({ 'bootstrap.servers': brokers, 'transactional.id': 'key-cutting' });
  producer.connect({}, (err) => {
    if (err) return cb(err);
    producer.initTransactions(10000, cb);
  });
};

exports.cut = (order, cb) => {
  producer.beginTransaction((err) => {
    if (err) return cb(err);
    try {
      order.keys.forEach((key) => producer.produce('keys', -1, Buffer.from(key), order.id));
    } catch (e) {
      return fail(e, cb);
    }
    producer.commitTransaction(10000, (e) => {
      if (e && e.isTxnRequiresAbort) return fail(e, cb);
      cb(e, order.id);
    });
  });
};
