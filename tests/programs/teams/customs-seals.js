const { Producer } = require('@confluentinc/kafka-javascript');

const LIMITS = { timeout: 12_000, resumes: 3 };

function sealWriter(config) {
  const producer = new Producer({
    'bootstrap.servers': config.brokers,
    'transactional.id': `customs-seals-${config.port}`,
    'enable.idempotence': true,
  });

  const disconnectWith = (error, callback) => () => producer.disconnect(() => callback(error));

  function undo(error, callback, left = LIMITS.resumes) {
    producer.abortTransaction(LIMITS.timeout, (abortErr) => {
      switch (true) {
        case !abortErr:
          return callback(error);
        case abortErr.isRetriable && left > 0:
          return undo(error, callback, left - 1);
        default:
          return disconnectWith(error, callback)();
      }
    });
  }

  function finish(callback, left = LIMITS.resumes) {
    producer.commitTransaction(LIMITS.timeout, (commitErr) => {
      if (!commitErr) return callback(null);
      const proceed =
        commitErr.isTxnRequiresAbort ? () => undo(commitErr, callback)
        : commitErr.isRetriable && left > 0 ? () => finish(callback, left - 1)
        : disconnectWith(commitErr, callback);
      return proceed();
    });
  }

  /** Breaks the old seal and sets the new one. */
  function replaceSeal(container, oldSeal, newSeal, callback) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return callback(beginErr);
      try {
        producer.produce('seals.broken', null, Buffer.from(oldSeal), container);
        producer.produce('seals.set', null, Buffer.from(newSeal), container);
      } catch (produceErr) {
        return undo(produceErr, callback);
      }
      finish(callback);
    });
  }

  function open(callback) {
    producer.connect({ timeout: 10_000 }, (err) => {
      if (err) return callback(err);
      producer.initTransactions(LIMITS.timeout, callback);
    });
  }

  return { open, replaceSeal, close: (callback) => producer.disconnect(callback) };
}

module.exports = sealWriter;
