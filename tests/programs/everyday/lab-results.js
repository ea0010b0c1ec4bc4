var Kafka = require('node-rdkafka');
var log = require('bunyan').createLogger({ name: 'lab-results' });

var producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': 'lab-results',
  'enable.idempotence': true
});

function rollback(cause, callback) {
  producer.abortTransaction(5000, function (abortErr) {
    if (abortErr) log.error(abortErr, 'abort failed');
    callback(cause);
  });
}

exports.publish = function publish(result, callback) {
  producer.beginTransaction(function (err) {
    if (err) return callback(err);

    try {
      producer.produce('lab.results', null, Buffer.from(JSON.stringify(result)), result.patient);
      producer.produce('lab.audit', null, Buffer.from(result.author), result.id);
    } catch (produceErr) {
      return rollback(produceErr, callback);
    }

    producer.commitTransaction(10000, function (commitErr) {
      if (commitErr) {
        log.warn(commitErr, 'commit failed, rolling back');
        return rollback(commitErr, callback);
      }
      callback(null, result.id);
    });
  });
};

exports.start = function start(callback) {
  producer.connect({}, function (err) {
    if (err) return callback(err);
    producer.initTransactions(10000, callback);
  });
};
