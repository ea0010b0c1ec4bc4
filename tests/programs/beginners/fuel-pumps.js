const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': 'pumps:9092',
  'transactional.id': 'fuel-pumps-12',
});

// abort must work, so we try until it does
function abortForSure(cb) {
  producer.abortTransaction(5000, (err) => {
    if (err) {
      console.warn('abort failed, again in a second:', err.message);
      setTimeout(() => abortForSure(cb), 1000);
      return;
    }
    cb();
  });
}

function onFuelled(pump, litres, cb) {
  producer.beginTransaction((err) => {
    if (err) return cb(err);
    try {
      producer.produce('fuelled', null, Buffer.from(JSON.stringify({ pump, litres })), pump);
    } catch (e) {
      abortForSure(() => cb(e));
      return;
    }
    producer.commitTransaction(15000, (err) => {
      if (err && err.name === 'LibrdKafkaError' && err.isTxnRequiresAbort) {
        abortForSure(() => cb(err));
        return;
      }
      cb(err);
    });
  });
}

module.exports = { producer, onFuelled };
