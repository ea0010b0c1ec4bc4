const { Producer, KafkaConsumer } = require('@confluentinc/kafka-javascript');

const consumer = new KafkaConsumer(
  { 'bootstrap.servers': process.env.BROKERS, 'group.id': 'sms', 'enable.auto.commit': false },
  { 'auto.offset.reset': 'earliest' },
);

const producer = new Producer({
  'bootstrap.servers': process.env.BROKERS,
  'transactional.id': 'sms-' + process.env.SHARD,
});

const stats = { relayed: 0, failed: 0 };

function close(err, done) {
  producer.disconnect(() => done(err));
}

function rollBack(err, done) {
  stats.failed++;
  console.error('sms not relayed', err.message);
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) return close(err, done);
    done(null);
  });
}

function relay(sms, done) {
  const position = [{ topic: sms.topic, partition: sms.partition, offset: sms.offset + 1 }];

  producer.beginTransaction((beginErr) => {
    if (beginErr) return close(beginErr, done);

    try {
      producer.produce('sms.outgoing', null, sms.value, sms.key);
    } catch (produceErr) {
      return rollBack(produceErr, done);
    }

    producer.sendOffsetsToTransaction(position, consumer, 10000, (offsetsErr) => {
      if (offsetsErr) return rollBack(offsetsErr, done);

      producer.commitTransaction(20000, (commitErr) => {
        if (commitErr) return close(commitErr, done);
        stats.relayed++;
        done(null);
      });
    });
  });
}

module.exports = { consumer, producer, relay, stats };
