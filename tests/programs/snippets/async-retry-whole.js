const retry = require('async-retry');
const { Kafka } = require('kafkajs');
const logger = require('./logger');

const kafka = new Kafka({ clientId: 'inventory', brokers: ['kafka-1:9092', 'kafka-2:9092'] });

const producer = kafka.producer({
  transactionalId: 'inventory-sync',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function attempt(topicMessages) {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({ topicMessages });
  } catch (err) {
    await tx.abort().catch((abortErr) => logger.error({ abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

/** Reserve stock for an order, in both topics or in none. */
exports.reserveStock = async function reserveStock(order) {
  const topicMessages = [
    { topic: 'stock.reserved', messages: order.lines.map((l) => ({ key: l.sku, value: String(l.qty) })) },
    { topic: 'orders.reserved', messages: [{ key: order.id, value: JSON.stringify(order) }] },
  ];

  await retry(() => attempt(topicMessages), {
    retries: 5,
    minTimeout: 200,
    onRetry: (err, n) => logger.warn({ err, n }, 'retrying stock reservation'),
  });
};

exports.init = () => producer.connect();
