const { Producer } = require('node-rdkafka');
const log = require('loglevel').getLogger('train-delays');

const RETRY_MS = 3000;

const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS || 'localhost:9092',
  'transactional.id': 'train-delays-' + process.env.LINE,
});

function initialise(whenReady) {
  producer.initTransactions(10000, (err) => {
    if (!err) {
      whenReady();
      return;
    }
    log.warn('transactions are not initialised, trying again', err.message);
    setTimeout(() => initialise(whenReady), RETRY_MS);
  });
}

exports.start = function start(whenReady, onError) {
  producer.connect({}, (err) => {
    if (err) {
      onError(err);
      return;
    }
    initialise(whenReady);
  });
};

function undo(reason, callback) {
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) log.error('abort failed', abortErr.message);
    callback(reason);
  });
}

/** Publishes the delays of all trains of one minute. */
exports.publish = function publish(delays, callback) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return callback(beginErr);
    try {
      Object.entries(delays).forEach(([train, seconds]) => {
        producer.produce('trains.delays', null, Buffer.from(String(seconds)), train);
      });
    } catch (err) {
      return undo(err, callback);
    }
    producer.commitTransaction(15000, (commitErr) => {
      if (commitErr?.isTxnRequiresAbort) return undo(commitErr, callback);
      callback(commitErr ?? null);
    });
  });
};

exports.stop = (callback) => producer.disconnect(callback);
