'use strict';

var kafka = require('node-rdkafka');
var config = require('./config');
var logger = require('./logger')('outbox-relay');

var MAX_TRIES = 3;

var producer = new kafka.HighLevelProducer({
  'metadata.broker.list': config.brokers,
  'transactional.id': 'outbox-relay-' + config.shard,
  'enable.idempotence': true
});

function rollback(reason, done) {
  producer.abortTransaction(10000, function (abortErr) {
    if (abortErr) logger.error('rollback failed: ' + abortErr.message);
    done(reason);
  });
}

function put(row, tries, done) {
  try {
    producer.produce(row.topic, null, Buffer.from(row.payload), row.aggregateId, Date.now(), function (err) {
      if (err && tries < MAX_TRIES) {
        logger.warn('row ' + row.id + ' was not delivered (' + err.message + '), try ' + (tries + 1));
        setTimeout(put, 200 * tries, row, tries + 1, done);
        return;
      }
      done(err);
    });
  } catch (err) {
    done(err);
  }
}

exports.relay = function relay(rows, done) {
  if (rows.length === 0) return done(null);
  producer.beginTransaction(function (beginErr) {
    if (beginErr) return done(beginErr);

    var left = rows.length;
    var failed = null;
    rows.forEach(function (row) {
      put(row, 1, function (err) {
        failed = failed || err;
        left -= 1;
        if (left > 0) return;
        if (failed) return rollback(failed, done);
        producer.commitTransaction(30000, function (commitErr) {
          if (commitErr && commitErr.isTxnRequiresAbort) return rollback(commitErr, done);
          done(commitErr);
        });
      });
    });
  });
};

exports.producer = producer;
