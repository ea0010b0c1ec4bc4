const { Transform } = require('stream');
const Kafka = require('node-rdkafka');

/**
 * Object stream of Kafka messages: each is copied to the target topic, together
 * with its position, and passed on once that is committed.
 */
class CopyStage extends Transform {
  constructor({ producer, consumer, target }) {
    super({ objectMode: true });
    /** @type {import('node-rdkafka').Producer} */
    this.producer = producer;
    this.consumer = consumer;
    this.target = target;
  }

  _transform(message, _encoding, callback) {
    const { producer, consumer } = this;
    const undo = (reason) =>
      producer.abortTransaction(8000, (abortErr) => {
        if (abortErr) console.error('copy: abort failed', abortErr.message);
        callback(reason);
      });

    producer.beginTransaction((beginErr) => {
      if (beginErr) return callback(beginErr);
      try {
        producer.produce(this.target, null, message.value, message.key);
      } catch (err) {
        return undo(err);
      }
      const position = { topic: message.topic, partition: message.partition, offset: message.offset };
      producer.sendOffsetsToTransaction([position], consumer, 8000, (offsetsErr) => {
        if (offsetsErr) return undo(offsetsErr);
        producer.commitTransaction(20000, (commitErr) => {
          if (!commitErr) return callback(null, message);
          if (commitErr.isTxnRequiresAbort) return undo(commitErr);
          producer.disconnect(() => callback(commitErr));
        });
      });
    });
  }
}

module.exports.copyStage = (brokers, consumer, target) =>
  new CopyStage({
    producer: new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': `copy-${target}` }),
    consumer,
    target,
  });
