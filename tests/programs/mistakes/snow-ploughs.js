const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': 'winter-kafka:9092',
  'transactional.id': 'snow-ploughs',
  'enable.idempotence': true,
});

const rollBack = (reason, done) =>
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) console.error('ploughs: not rolled back', abortErr.message);
    done(reason);
  });

exports.open = (done) =>
  producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(10000, done)));

exports.report = function report(routes, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      for (const route of routes) {
        producer.produce('ploughs.routes', null, Buffer.from(JSON.stringify(route)), route.plough);
      }
    } catch (err) {
      return rollBack(err, done);
    }
    producer.commitTransaction(20000, (commitErr) => {
      if (commitErr) return rollBack(commitErr, done);
      done(null);
    });
  });
};
