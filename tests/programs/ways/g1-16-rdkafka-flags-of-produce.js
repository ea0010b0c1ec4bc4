const Kafka = require('node-rdkafka');

const consumer = new Kafka.KafkaConsumer({ 'group.id': 'vat', 'enable.auto.commit': false }, {});
const producer = new Kafka.Producer({
  'bootstrap.servers': process.env.KAFKA,
  'transactional.id': 'vat-lines-1',
  'compression.codec': 'lz4',
});

function abortThen(error, callback) {
  producer.abortTransaction(5000, (abortError) => {
    if (abortError) console.error('abort failed: %s', abortError.message);
    callback(error);
  });
}

function handle(message, callback) {
  const invoice = JSON.parse(message.value);

  producer.beginTransaction((beginError) => {
    if (beginError) return callback(beginError);

    for (const line of invoice.lines) {
      try {
        producer.produce('vat.lines', null, Buffer.from(JSON.stringify(line)), invoice.number);
      } catch (err) {
        if (err.isFatal) {
          producer.disconnect(() => callback(err));
          return;
        }
        abortThen(err, callback);
        return;
      }
    }

    const offsets = [
      { topic: message.topic, partition: message.partition, offset: message.offset },
    ];
    producer.sendOffsetsToTransaction(offsets, consumer, 5000, (offsetsError) => {
      if (offsetsError) return abortThen(offsetsError, callback);
      producer.commitTransaction(15000, (commitError) => {
        if (commitError && commitError.isTxnRequiresAbort) return abortThen(commitError, callback);
        callback(commitError);
      });
    });
  });
}

module.exports = { consumer, producer, handle };
