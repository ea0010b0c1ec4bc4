const rdkafka = require('node-rdkafka');

const deps = {
  timeouts: { commit: 20000, abort: 10000 },
  kafka: {
    producer: new rdkafka.Producer({
      'metadata.broker.list': process.env.KAFKA,
      'transactional.id': 'cold-chain-0',
    }),
  },
};

exports.deps = deps;

exports.open = function open(done) {
  deps.kafka.producer.connect({}, function (err) {
    if (err) return done(err);
    deps.kafka.producer.initTransactions(30000, done);
  });
};

exports.undo = function undo(reason, done) {
  deps.kafka.producer.abortTransaction(deps.timeouts.abort, function (abortErr) {
    if (!abortErr) return done(reason);
    console.error('abort failed', abortErr);
    exports.shut(reason, done);
  });
};

exports.shut = function shut(reason, done) {
  deps.kafka.producer.disconnect(5000, function () {
    done(reason);
  });
};

exports.record = function record(truck, celsius, done) {
  const { producer } = deps.kafka;
  producer.beginTransaction(function (beginErr) {
    if (beginErr) return exports.shut(beginErr, done);
    try {
      producer.produce('trucks.temperature', null, Buffer.from(celsius.toFixed(1)), truck);
    } catch (err) {
      return exports.undo(err, done);
    }
    producer.commitTransaction(deps.timeouts.commit, function (commitErr) {
      if (!commitErr) return done(null);
      return commitErr.isTxnRequiresAbort ? exports.undo(commitErr, done) : exports.shut(commitErr, done);
    });
  });
};
