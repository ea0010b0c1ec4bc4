const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'plate-reader-0',
  'enable.idempotence': true,
});
const consumer = new Kafka.KafkaConsumer({
  'metadata.broker.list': 'kafka:9092',
  'group.id': 'plate-reader',
  'enable.auto.commit': false,
});

function fail(err, done) {
  producer.abortTransaction(5000, (abortErr) => {
    done(abortErr ? new AggregateError([err, abortErr], 'plate not rolled back') : err);
  });
}

function onPlate(message, done) {
  const { topic, partition, offset } = message;
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('plates.read', null, message.value, message.key);
    } catch (err) {
      return fail(err, done);
    }
    producer.sendOffsetsToTransaction([{ topic, partition, offset }], consumer, 5000, (offsetsErr) => {
      if (offsetsErr) return fail(offsetsErr, done);
      producer.commitTransaction(5000, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return fail(commitErr, done);
        done(commitErr);
      });
    });
  });
}

module.exports = { consumer, producer, onPlate };
