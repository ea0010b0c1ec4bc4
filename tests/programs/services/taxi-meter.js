const rdkafka = require('node-rdkafka');

const T = 10000;

module.exports = function taxiMeter(brokers) {
  const consumer = new rdkafka.KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': 'taxi-meter', 'enable.auto.commit': false },
    {},
  );
  const producer = new rdkafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'taxi-meter' });

  const undo = (err, done) => producer.abortTransaction(T, () => done(err));

  const onTrip = (message, done) => {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        const trip = JSON.parse(message.value);
        producer.produce('taxi.fares', null, Buffer.from(String(trip.km * 190 + 390)), trip.taxi);
        consumer.commitMessageSync(message);
      } catch (err) {
        return undo(err, done);
      }
      producer.commitTransaction(T, (err) => {
        if (!err) return done(null);
        if (err.isTxnRequiresAbort) return undo(err, done);
        done(err);
      });
    });
  };

  return { consumer, producer, onTrip };
};
