const rdkafka = require('node-rdkafka');

const INIT_ATTEMPTS = 6;

/**
 * Connects and fences the predecessor. `initTransactions` may be called again after a retriable error.
 */
function start(producer, callback) {
  producer.connect({ timeout: 10000 }, (connectErr) => {
    if (connectErr) return callback(connectErr);
    const init = (left) =>
      producer.initTransactions(5000, (err) => {
        if (!err) return callback(null, producer);
        if (err.isRetriable && left > 1) {
          setTimeout(init, 1000, left - 1);
          return;
        }
        producer.disconnect(() => callback(err));
      });
    init(INIT_ATTEMPTS);
  });
}

function harvest(producer, farm, tonnes, callback) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return callback(beginErr);
    let refused = null;
    try {
      producer.produce('kelp.harvest', null, Buffer.from(tonnes.toFixed(3)), farm);
    } catch (err) {
      refused = err;
    }
    if (refused) {
      producer.abortTransaction(5000, (abortErr) => {
        callback(abortErr ? new AggregateError([refused, abortErr], 'harvest not rolled back') : refused);
      });
      return;
    }
    producer.commitTransaction(5000, (commitErr) => {
      if (!commitErr || !commitErr.isTxnRequiresAbort) return callback(commitErr);
      producer.abortTransaction(5000, (abortErr) => {
        callback(abortErr ? new AggregateError([commitErr, abortErr], 'harvest not rolled back') : commitErr);
      });
    });
  });
}

module.exports = {
  create: (brokers, farm, callback) =>
    start(new rdkafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': `kelp-${farm}` }), callback),
  harvest,
};
