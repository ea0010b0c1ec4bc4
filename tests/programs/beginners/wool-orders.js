var rdkafka = require('@platformatic/rdkafka');

var MAX_INIT = 6;

function createWriter(brokers, ready) {
  var producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'wool-orders',
    'enable.idempotence': true
  });
  var tries = 0;

  function init() {
    producer.initTransactions(5000, function (err) {
      tries += 1;
      if (err && err.isRetriable && tries < MAX_INIT) {
        console.log('kafka is not ready yet (' + tries + '/' + MAX_INIT + ')');
        return setTimeout(init, 1000);
      }
      if (err) {
        return producer.disconnect(function () { ready(err); });
      }
      ready(null, { write: write, close: producer.disconnect.bind(producer) });
    });
  }

  function undo(err, cb) {
    producer.abortTransaction(5000, function (abortErr) {
      cb(abortErr ? new AggregateError([err, abortErr], 'order not undone') : err);
    });
  }

  function write(order, cb) {
    producer.beginTransaction(function (err) {
      if (err) return cb(err);
      try {
        producer.produce('wool', null, Buffer.from(JSON.stringify(order.balls)), order.id);
      } catch (e) {
        undo(e, cb);
        return;
      }
      producer.commitTransaction(10000, function (err) {
        err && err.isTxnRequiresAbort ? undo(err, cb) : cb(err);
      });
    });
  }

  producer.connect({}, function (err) {
    if (err) return ready(err);
    init();
  });
}

module.exports = createWriter;
