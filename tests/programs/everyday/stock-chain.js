const { Kafka } = require('kafkajs');
const logger = require('./logger');

function createStockWriter(brokers) {
  const producer = new Kafka({ clientId: 'stock', brokers }).producer({
    transactionalId: 'stock-writer',
    idempotent: true,
    maxInFlightRequests: 1,
  });

  function adjust(sku, delta, reason) {
    return producer.transaction().then((tx) =>
      tx
        .send({ topic: 'stock.adjustments', messages: [{ key: sku, value: JSON.stringify({ delta, reason }) }] })
        .then(() => tx.send({ topic: 'stock.levels', messages: [{ key: sku, value: String(delta) }] }))
        .then(() => tx.commit())
        .catch((err) => {
          logger.error(`stock of ${sku} not adjusted: ${err.message}`);
          return tx
            .abort()
            .catch((abortErr) => logger.error(`abort failed: ${abortErr.message}`))
            .then(() => {
              throw err;
            });
        }),
    );
  }

  return {
    connect: () => producer.connect(),
    disconnect: () => producer.disconnect(),
    adjust,
  };
}

module.exports = createStockWriter;
