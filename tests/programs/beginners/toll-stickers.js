var Kafka = require('node-rdkafka');

var producer = new Kafka.Producer({
  'metadata.broker.list': 'localhost:9092',
  'transactional.id': 'toll-stickers-1',
  'enable.idempotence': true
});

function sellSticker(sticker, cb) {
  producer.beginTransaction(function (err) {
    if (err) return cb(err);

    try {
      producer.produce('stickers', null, Buffer.from(JSON.stringify(sticker)), sticker.plate);
      producer.produce('payments', null, Buffer.from(String(sticker.price)), sticker.plate);
    } catch (e) {
      return rollback(e, cb);
    }

    producer.commitTransaction(10000, function (commitErr) {
      if (commitErr) {
        console.error('commit failed', commitErr.message);
        return producer.abortTransaction(10000, function (abortErr) {
          if (abortErr) console.error('abort failed', abortErr.message);
          cb(commitErr);
        });
      }
      cb(null, sticker.plate);
    });
  });
}

function rollback(reason, cb) {
  producer.abortTransaction(10000, function (abortErr) {
    if (abortErr) console.error('abort failed', abortErr.message);
    cb(reason);
  });
}

module.exports = {
  sellSticker: sellSticker,
  start: function (cb) {
    producer.connect({}, function (err) {
      if (err) return cb(err);
      producer.initTransactions(20000, cb);
    });
  }
};
