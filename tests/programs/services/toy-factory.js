var kafkajs = require('kafkajs');

var producer = new kafkajs.Kafka({ clientId: 'toys', brokers: ['localhost:9092'] }).producer({
  transactionalId: 'toy-factory',
  idempotent: true,
  maxInFlightRequests: 1,
});

function messagesOf(toys) {
  return toys.map(function (toy) {
    return { key: toy.model, value: JSON.stringify(toy) };
  });
}

/**
 * @param {Array<{ model: string, colour: string }>} toys
 * @param {(err: Error | null) => void} callback
 */
function publish(toys, callback) {
  producer
    .transaction()
    .then(function (tx) {
      return tx.send({ topic: 'toys.made', messages: messagesOf(toys) }).then(
        function () {
          return tx.commit();
        },
        function (reason) {
          return tx
            .abort()
            .catch(function (abortErr) {
              console.error('toys: abort failed', abortErr);
            })
            .then(function () {
              throw reason;
            });
        }
      );
    })
    .then(function () {
      callback(null);
    }, callback);
}

module.exports = { producer: producer, publish: publish };
