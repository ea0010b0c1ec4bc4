'use strict';

const Kafka = require('node-rdkafka');

function dockPublisher(brokers, city, log) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'docks-' + city,
    'enable.idempotence': true,
  });

  function fail(err, done) {
    producer.abortTransaction(8000, function (abortErr) {
      if (abortErr) log.warn('docks: abort failed: ' + abortErr.message);
      done(err);
    });
  }

  function publish(docks, done) {
    producer.beginTransaction(function (beginErr) {
      if (beginErr) {
        log.error('docks: no transaction: ' + beginErr.message);
        return done();
      }

      try {
        docks.forEach(function (dock) {
          producer.produce('bikes.docks', null, Buffer.from(String(dock.free)), dock.id);
        });
      } catch (err) {
        return fail(err, done);
      }

      producer.commitTransaction(15000, function (commitErr) {
        if (!commitErr) return done();
        if (commitErr.isTxnRequiresAbort) return fail(commitErr, done);
        producer.disconnect(function () {
          done(commitErr);
        });
      });
    });
  }

  return { producer: producer, publish: publish };
}

exports.dockPublisher = dockPublisher;
