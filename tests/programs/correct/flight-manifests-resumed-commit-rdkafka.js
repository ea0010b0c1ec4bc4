'use strict';

const { Producer } = require('@platformatic/rdkafka');

const TX_TIMEOUT = 9000;

exports.createManifestWriter = (brokers, airport) => {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `flight-manifests-${airport}`,
    'enable.idempotence': true,
  });

  function commit(left, callback) {
    producer.commitTransaction(TX_TIMEOUT, (err) => {
      if (err && err.isTxnRequiresAbort) {
        abort(err, left, callback);
      } else if (err && err.isRetriable && left > 0) {
        setTimeout(commit, 250, left - 1, callback);
      } else {
        callback(err);
      }
    });
  }

  function abort(reason, left, callback) {
    producer.abortTransaction(TX_TIMEOUT, (err) => {
      if (err && err.isRetriable && left > 0) {
        setTimeout(abort, 250, reason, left - 1, callback);
        return;
      }
      if (err) {
        console.error(`manifests of ${airport}: abort failed`, err);
      }
      callback(reason);
    });
  }

  function write(manifest, callback) {
    producer.beginTransaction((err) => {
      if (err) {
        callback(err);
        return;
      }
      try {
        manifest.passengers.forEach((p) => {
          producer.produce('flights.passengers', null, Buffer.from(p.name), manifest.flight, Date.now());
        });
      } catch (thrown) {
        abort(thrown, 3, callback);
        return;
      }
      commit(3, callback);
    });
  }

  return { producer, write };
};
