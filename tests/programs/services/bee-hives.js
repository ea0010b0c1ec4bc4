const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.APIARY_KAFKA || 'localhost:9092',
  'transactional.id': 'bee-hives',
});

function initialise(ready) {
  producer.initTransactions(10000, (err) => {
    if (err) {
      console.warn('transactions are not initialised yet', err.message);
      setTimeout(initialise, 5000, ready);
      return;
    }
    ready();
  });
}

function open(callback) {
  producer.connect({ timeout: 10000 }, (err) => {
    if (err) return callback(err);
    initialise(() => callback(null, producer));
  });
}

function weigh(hives, callback) {
  producer.beginTransaction((err) => {
    if (err) return callback(err);
    try {
      hives.forEach((hive) => producer.produce('bees.weights', null, Buffer.from(`${hive.grams}`), hive.name));
    } catch (produceErr) {
      producer.abortTransaction(10000, (abortErr) => {
        if (abortErr) console.error('abort failed', abortErr);
        callback(produceErr);
      });
      return;
    }
    producer.commitTransaction(10000, callback);
  });
}

module.exports = { open, weigh };
