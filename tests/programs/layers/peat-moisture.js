var Kafka = require('node-rdkafka');

var TIMEOUT = 15000;
var producer = new Kafka.Producer({
  'metadata.broker.list': 'bog-kafka:9092',
  'transactional.id': 'peat-moisture-' + process.env.BOG,
  'enable.idempotence': true
});

// A decision holds what to do next and what to say about it.
function decide(err, resumesLeft) {
  if (err.isTxnRequiresAbort) return { next: rollBack, note: 'rolled back' };
  if (err.isRetriable && resumesLeft > 0) return { next: null, note: 'resumed' };
  return { next: shutDown, note: 'producer closed' };
}

function shutDown(cause, done) {
  producer.disconnect(TIMEOUT, function (err) {
    if (err) console.error('not disconnected', err);
    done(cause);
  });
}

function rollBack(cause, done) {
  producer.abortTransaction(TIMEOUT, function (err) {
    if (!err) return done(cause);
    console.error('not rolled back', err);
    shutDown(cause, done);
  });
}

function commit(resumesLeft, done) {
  producer.commitTransaction(TIMEOUT, function (err) {
    if (!err) return done(null);
    var decision = decide(err, resumesLeft);
    console.warn('commit failed: %s', decision.note);
    if (decision.next === null) return commit(resumesLeft - 1, done);
    decision.next(err, done);
  });
}

exports.publish = function publish(probes, done) {
  producer.beginTransaction(function (beginErr) {
    if (beginErr) return shutDown(beginErr, done);
    try {
      probes.forEach(function (probe) {
        producer.produce('peat.moisture', null, Buffer.from(String(probe.percent)), probe.id, probe.takenAt);
      });
    } catch (err) {
      return rollBack(err, done);
    }
    commit(3, done);
  });
};

exports.open = function open(done) {
  producer.connect({}, function (err) {
    if (err) return done(err);
    producer.initTransactions(TIMEOUT, done);
  });
};
