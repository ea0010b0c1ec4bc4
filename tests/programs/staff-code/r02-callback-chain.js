var Kafka = require('node-rdkafka');

/**
 * Old-style writer of the nightly stock export.
 *
 * @param {string} brokers
 * @param {(err: Error|null, writer?: object) => void} ready
 */
module.exports = function createStockWriter(brokers, ready) {
  var producer = new Kafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'stock-export' });

  function undo(reason, done) {
    producer.abortTransaction(8000, function (abortErr) {
      if (abortErr) {
        console.error('stock-export: abort failed', abortErr);
        producer.disconnect(function () {
          done(reason);
        });
        return;
      }
      done(reason);
    });
  }

  function write(lines, done) {
    producer.beginTransaction(function (err) {
      if (err) return done(err);
      try {
        lines.forEach(function (line) {
          producer.produce('stock.lines', -1, Buffer.from(line.text), line.sku);
        });
      } catch (thrown) {
        return undo(thrown, done);
      }
      producer.commitTransaction(15000, function (commitErr) {
        if (!commitErr) return done(null, lines.length);
        if (commitErr.isTxnRequiresAbort) return undo(commitErr, done);
        producer.disconnect(function () {
          done(commitErr);
        });
      });
    });
  }

  producer.connect({}, function (err) {
    if (err) return ready(err);
    producer.initTransactions(20000, function (initErr) {
      if (initErr) return ready(initErr);
      ready(null, { write: write, close: producer.disconnect.bind(producer) });
    });
  });
};
