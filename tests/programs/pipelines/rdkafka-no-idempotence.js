const RdKafka = require('@confluentinc/kafka-javascript').RdKafka;

const TIMEOUT = 15000;

const producer = new RdKafka.Producer({
  'bootstrap.servers': process.env.BROKERS,
  'transactional.id': `rain-gauge-${process.env.GAUGE}`,
  'enable.idempotence': false,
});

exports.open = (done) => {
  producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(TIMEOUT, done)));
};

function rollBack(cause, done) {
  producer.abortTransaction(TIMEOUT, (abortErr) => {
    if (abortErr) console.error('abort failed', abortErr);
    done(cause);
  });
}

exports.rained = (millimetres, done) => {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('rain', null, Buffer.from(String(millimetres)), null, Date.now());
    } catch (produceErr) {
      return rollBack(produceErr, done);
    }
    producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) return done(null);
      if (err.isTxnRequiresAbort) return rollBack(err, done);
      producer.disconnect(() => done(err));
    });
  });
};
