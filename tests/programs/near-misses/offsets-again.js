const { Producer, KafkaConsumer } = require('node-rdkafka');

const TIMEOUT = 5000;

function createRelay(conf) {
  const consumer = new KafkaConsumer({ ...conf, 'group.id': 'ship-positions', 'enable.auto.commit': false }, {});
  const producer = new Producer({ ...conf, 'transactional.id': 'ship-positions-0' });

  const rollBack = (why, done) =>
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (!abortErr) return done(why);
      producer.disconnect(TIMEOUT, () => done(new AggregateError([why, abortErr], 'position not rolled back')));
    });

  function addOffsets(offsets, triesLeft, done) {
    producer.sendOffsetsToTransaction(offsets, consumer, TIMEOUT, (err) => {
      if (err && err.isRetriable && !err.isTxnRequiresAbort && triesLeft > 0) {
        setTimeout(addOffsets, 500, offsets, triesLeft - 1, done);
        return;
      }
      done(err);
    });
  }

  function relay({ topic, partition, offset, key, value }, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) {
        done(beginErr);
        return;
      }
      try {
        producer.produce('ships.positions', null, value, key);
      } catch (err) {
        rollBack(err, done);
        return;
      }
      const next = { topic, partition, offset: 1 + offset };
      addOffsets([next], 3, (offsetsErr) => {
        if (offsetsErr) {
          rollBack(offsetsErr, done);
          return;
        }
        producer.commitTransaction(TIMEOUT, (commitErr) => {
          if (commitErr && commitErr.isTxnRequiresAbort) return rollBack(commitErr, done);
          if (commitErr) return producer.disconnect(TIMEOUT, () => done(commitErr));
          done(null);
        });
      });
    });
  }

  return { consumer, producer, relay };
}

module.exports = { createRelay };
