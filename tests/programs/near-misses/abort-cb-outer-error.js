var kafka = require('node-rdkafka');

var producer = new kafka.Producer({
  'metadata.broker.list': process.env.KAFKA || 'localhost:9092',
  'transactional.id': 'library-returns',
  'enable.idempotence': true
});

var stats = { abortable: 0, lost: 0 };

function returned(books, done) {
  producer.beginTransaction(function (beginErr) {
    if (beginErr) { return done(beginErr); }

    try {
      books.forEach(function (book) {
        producer.produce('library.returns', null, Buffer.from(book.isbn), book.reader);
      });
    } catch (produceErr) {
      return undo(produceErr);
    }

    producer.commitTransaction(15000, function (commitErr) {
      if (!commitErr) { return done(null, books.length); }
      if (!commitErr.isTxnRequiresAbort) {
        return producer.disconnect(function () { done(commitErr); });
      }
      undo(commitErr);
    });
  });

  function undo(err) {
    producer.abortTransaction(15000, function (abortErr) {
      // was it the broker or we who gave the transaction up?
      if (err.isTxnRequiresAbort) {
        stats.abortable += 1;
      }
      if (abortErr) {
        stats.lost += 1;
        console.error('abort failed (fatal: %s)', Boolean(abortErr.isFatal), abortErr.message);
      }
      done(err);
    });
  }
}

module.exports = { producer: producer, returned: returned, stats: stats };
