var rdkafka = require('node-rdkafka');
var async = require('async');

var TIMEOUT = 10000;

function OutboxWorker(db, brokers) {
  this.db = db;
  this.producer = new rdkafka.HighLevelProducer({
    'metadata.broker.list': brokers,
    'transactional.id': 'outbox-worker',
    'enable.idempotence': true
  });
}

OutboxWorker.prototype.start = function (cb) {
  var producer = this.producer;
  producer.connect({}, function (err) {
    if (err) return cb(err);
    producer.initTransactions(TIMEOUT, cb);
  });
};

OutboxWorker.prototype.fail = function (reason, cb) {
  this.producer.disconnect(function () {
    cb(reason);
  });
};

OutboxWorker.prototype.rollback = function (reason, cb) {
  var self = this;
  this.producer.abortTransaction(TIMEOUT, function (err) {
    if (err) return self.fail(reason, cb);
    cb(reason);
  });
};

OutboxWorker.prototype.commit = function (triesLeft, cb) {
  var self = this;
  this.producer.commitTransaction(TIMEOUT, function (err) {
    if (!err) return cb(null);
    if (err.isTxnRequiresAbort) return self.rollback(err, cb);
    if (err.isRetriable && triesLeft > 0) return self.commit(triesLeft - 1, cb);
    self.fail(err, cb);
  });
};

OutboxWorker.prototype.run = function (cb) {
  var self = this;
  self.db.query('SELECT * FROM outbox WHERE done = 0 LIMIT 50', function (dbErr, rows) {
    if (dbErr) return cb(dbErr);
    if (!rows.length) return cb(null, 0);
    self.producer.beginTransaction(function (beginErr) {
      if (beginErr) return self.fail(beginErr, cb);
      async.each(
        rows,
        function (row, next) {
          self.producer.produce(row.topic, null, Buffer.from(row.body), row.id, Date.now(), next);
        },
        function (sendErr) {
          if (sendErr) return self.rollback(sendErr, cb);
          self.commit(3, function (commitErr) {
            if (commitErr) return cb(commitErr);
            self.db.query('UPDATE outbox SET done = 1 WHERE id <= ?', [rows[rows.length - 1].id], cb);
          });
        }
      );
    });
  });
};

module.exports = OutboxWorker;
