const rdkafka = require('node-rdkafka');

function manifestWriter({ brokers, route }) {
  const consumer = new rdkafka.KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': `manifests-${route}`, 'enable.auto.commit': false },
    { 'auto.offset.reset': 'earliest' },
  );
  const producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `manifests-${route}`,
    'enable.idempotence': true,
  });

  const positionOf = ({ topic, partition, offset }) => ({ topic, partition, offset });

  function cancel(reason, done) {
    producer.abortTransaction(8000, (abortErr) => {
      done(abortErr || reason);
    });
  }

  function settle(done) {
    return (commitErr) => {
      if (commitErr && commitErr.isTxnRequiresAbort) return cancel(commitErr, done);
      if (commitErr) return producer.disconnect(() => done(commitErr));
      done(null);
    };
  }

  function board(message, done) {
    const passenger = JSON.parse(message.value.toString());
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        producer.produce('ferry.manifests', null, Buffer.from(passenger.name), passenger.sailing);
        if (passenger.car) producer.produce('ferry.decks', null, Buffer.from(passenger.car), passenger.sailing);
      } catch (err) {
        return cancel(err, done);
      }
      producer.sendOffsetsToTransaction([positionOf(message)], consumer, 8000, (offsetsErr) => {
        if (offsetsErr) return cancel(offsetsErr, done);
        producer.commitTransaction(15000, settle(done));
      });
    });
  }

  return { consumer, producer, board };
}

module.exports = { manifestWriter };
