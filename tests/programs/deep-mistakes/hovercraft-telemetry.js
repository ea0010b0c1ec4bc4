const Kafka = require('node-rdkafka');

const MS = 10000;

/**
 * Relays telemetry of crafts that are under way, one message a call.
 * @param {Kafka.KafkaConsumer} consumer
 * @param {Kafka.Producer} producer
 */
function createRelay(consumer, producer) {
  const settle = (cause, done) => producer.disconnect(() => done(cause));
  const undo = (cause, done) =>
    producer.abortTransaction(MS, (abortErr) => (abortErr ? settle(cause, done) : done(cause)));

  const finish = (resumes, done) =>
    producer.commitTransaction(MS, (err) => {
      if (!err) return done(null);
      if (err.isTxnRequiresAbort) return undo(err, done);
      return err.isRetriable && resumes > 0 ? finish(resumes - 1, done) : settle(err, done);
    });

  function relay({ topic, partition, value }, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      let positions;
      try {
        const { knots, craft } = JSON.parse(value.toString());
        producer.produce('hovercrafts.speed', null, Buffer.from(String(knots * 1.852)), craft);
        positions = consumer.position([{ topic, partition }]);
      } catch (err) {
        return undo(err, done);
      }
      producer.sendOffsetsToTransaction(positions, consumer, MS, (offsetsErr) => {
        if (offsetsErr) return undo(offsetsErr, done);
        finish(2, done);
      });
    });
  }

  return (done) =>
    consumer.consume(1, (err, [message] = []) => {
      if (err || !message) return done(err);
      if (message.value.length === 0) {
        consumer.commitMessage(message);
        return done(null);
      }
      relay(message, done);
    });
}

exports.start = (brokers) => {
  const consumer = new Kafka.KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': 'hovercrafts', 'enable.auto.commit': false }, {});
  const producer = new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'hovercrafts-0' });
  return { consumer, producer, relayNext: createRelay(consumer, producer) };
};
