const { KafkaConsumer, Producer } = require('node-rdkafka');

const brokers = process.env.BROKERS;
const group = 'ferry-manifest';

const consumer = new KafkaConsumer(
  { 'metadata.broker.list': brokers, 'group.id': group, 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);
const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': group });

function cancel(cause, done) {
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) console.error('manifest: abort failed', abortErr);
    done(cause);
  });
}

function list({ topic, partition, offset, key, value }, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('ferry.manifest', null, value, key);
    } catch (err) {
      return cancel(err, done);
    }
    producer.sendOffsetsToTransaction([{ topic, partition, offset: offset + 1 }], group, 5000, (err) => {
      if (err) return cancel(err, done);
      producer.commitTransaction(15000, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return cancel(commitErr, done);
        done(commitErr);
      });
    });
  });
}

module.exports = { consumer, producer, list };
