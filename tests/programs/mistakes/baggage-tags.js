var Kafka = require('node-rdkafka');

var producer = new Kafka.Producer({
  'metadata.broker.list': 'airport:9092',
  'enable.idempotence': true,
  'client.id': 'baggage-tags',
});

function undo(reason, done) {
  producer.abortTransaction(5000, function (abortErr) {
    if (abortErr) console.error('tags not rolled back', abortErr.message);
    done(reason);
  });
}

exports.open = function (done) {
  producer.connect({}, function (err) {
    if (err) return done(err);
    producer.initTransactions(10000, done);
  });
};

exports.print = function (tags, done) {
  producer.beginTransaction(function (beginErr) {
    if (beginErr) return done(beginErr);
    try {
      tags.forEach(function (tag) {
        producer.produce('airport.tags', null, Buffer.from(tag.code), tag.flight);
      });
    } catch (err) {
      return undo(err, done);
    }
    producer.commitTransaction(10000, function (commitErr) {
      if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
      done(commitErr);
    });
  });
};
