var Kafka = require('node-rdkafka');

var GROUP = 'wine-auctions';
var TIMEOUT = 10000;

var producer = new Kafka.Producer({
  'metadata.broker.list': 'wine-kafka:9092',
  'transactional.id': 'wine-auctions-settler',
  'enable.idempotence': true
});

function undo(reason, next) {
  producer.abortTransaction(TIMEOUT, function (abortErr) {
    if (abortErr) console.error('settlement not undone', abortErr);
    next(reason);
  });
}

function settle(hammer, next) {
  var lot = JSON.parse(hammer.value.toString());
  producer.beginTransaction(function (beginErr) {
    if (beginErr) return next(beginErr);
    try {
      producer.produce('wine.settlements', null, Buffer.from(String(lot.cents)), lot.buyer);
      producer.sendOffsetsToTransaction(
        [{ topic: hammer.topic, partition: hammer.partition, offset: hammer.offset + 1 }],
        GROUP,
        TIMEOUT,
        onOffsets
      );
    } catch (err) {
      undo(err, next);
    }
  });

  function onOffsets(offsetsErr) {
    if (offsetsErr) return undo(offsetsErr, next);
    producer.commitTransaction(TIMEOUT, function (commitErr) {
      if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, next);
      next(commitErr || null);
    });
  }
}

module.exports = { producer: producer, settle: settle };
