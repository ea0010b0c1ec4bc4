const { KafkaConsumer, Producer } = require('@confluentinc/kafka-javascript').RdKafka;

function createPipeline({ brokers, groupId, transform }) {
  const consumer = new KafkaConsumer({
    'bootstrap.servers': brokers,
    'group.id': groupId,
    'enable.auto.commit': false,
  });
  const producer = new Producer({
    'bootstrap.servers': brokers,
    'transactional.id': `${groupId}-producer`,
  });

  const giveUp = (cause, done) => producer.disconnect(5000, () => done(cause));

  const rollBack = (cause, done) =>
    producer.abortTransaction(10000, (abortErr) => {
      if (abortErr) {
        console.error('abort failed', abortErr);
        return giveUp(cause, done);
      }
      done(cause);
    });

  function handle(messages, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return giveUp(beginErr, done);
      try {
        for (const message of messages) {
          producer.produce('pipeline.out', null, transform(message.value), message.key);
        }
      } catch (err) {
        return rollBack(err, done);
      }

      const offsets = messages.map(({ topic, partition, offset }) => ({ topic, partition, offset }));
      producer.sendOffsetsToTransaction(offsets, consumer, 10000, (offsetsErr) => {
        if (offsetsErr) return rollBack(offsetsErr, done);
        producer.commitTransaction(10000, (commitErr) => {
          if (commitErr && commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
          if (commitErr) return giveUp(commitErr, done);
          done(null, messages.length);
        });
      });
    });
  }

  return { consumer, producer, handle };
}

module.exports = { createPipeline };
