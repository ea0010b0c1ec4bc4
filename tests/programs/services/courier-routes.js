var rdkafka = require('node-rdkafka');

var producer = new rdkafka.Producer({
  'metadata.broker.list': 'localhost:9092',
  'transactional.id': 'courier-routes-1',
});

function undo(reason, callback) {
  producer.abortTransaction(5000, function (abortErr) {
    if (abortErr) {
      console.error('route not undone', abortErr);
    }
    callback(reason);
  });
}

function assign(courier, stops, callback) {
  producer.beginTransaction(function (beginErr) {
    if (beginErr) {
      return callback(beginErr);
    }
    try {
      stops.forEach(function (stop, index) {
        var value = Buffer.from(JSON.stringify({ index: index, address: stop.address }));
        producer.produce('courier.routes', null, value, courier);
      });
    } catch (err) {
      return undo(err, callback);
    }
    producer.commitTransaction(10000, function (commitErr) {
      if (commitErr) {
        return undo(commitErr, callback);
      }
      callback(null, stops.length);
    });
  });
}

module.exports = { producer: producer, assign: assign };
