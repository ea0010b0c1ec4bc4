'use strict';

const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({ 'metadata.broker.list': 'pool:9092', 'transactional.id': 'pool-entries' });

function rollBack(reason, done) {
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) return done(abortErr);
    done(reason);
  });
}

exports.enter = function enter(swimmers, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      swimmers.forEach((swimmer) => producer.produce('pool.entries', null, Buffer.from(swimmer.card), swimmer.pool));
    } catch (err) {
      return rollBack(err, done);
    }
    producer.commitTransaction(10000, (commitErr) => {
      if (commitErr && commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
      done(commitErr);
    });
  });
};

exports.producer = producer;
