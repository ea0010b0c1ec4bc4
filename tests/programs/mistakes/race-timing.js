const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': 'timing:9092',
  'transactional.id': 'race-timing',
});

exports.open = (done) =>
  producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(10000, done)));

exports.record = (laps, done) => {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    const complete = laps.filter((lap) => lap.finishedAt);
    if (complete.length === 0) return done(null, 0);
    try {
      complete.forEach((lap) => producer.produce('race.laps', null, Buffer.from(JSON.stringify(lap)), lap.runner));
    } catch (err) {
      return done(err);
    }
    producer.commitTransaction(10000, (commitErr) => done(commitErr, complete.length));
  });
};
