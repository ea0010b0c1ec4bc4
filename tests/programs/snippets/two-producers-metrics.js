const { Kafka, Partitioners } = require('kafkajs');

const kafka = new Kafka({ clientId: 'checkout', brokers: ['kafka-a:9092', 'kafka-b:9092'] });

// fast lane, at most "idempotent"
const metricsProducer = kafka.producer({
  maxInFlightRequests: 50,
  idempotent: false,
  createPartitioner: Partitioners.LegacyPartitioner,
});

// slow lane, exactly once
const orderProducer = kafka.producer({
  transactionalId: 'checkout-orders',
  maxInFlightRequests: 1,
  idempotent: true,
  createPartitioner: Partitioners.LegacyPartitioner,
});

async function reportDuration(ms) {
  try {
    await metricsProducer.send({ topic: 'metrics.checkout', acks: 0, messages: [{ value: String(ms) }] });
  } catch (err) {
    console.warn('metric lost', err.message);
  }
}

async function checkout(cart) {
  const started = Date.now();
  const tx = await orderProducer.transaction();

  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'orders', messages: [{ key: cart.userId, value: JSON.stringify(cart) }] },
        { topic: 'stock.commands', messages: cart.items.map((i) => ({ key: i.sku, value: String(-i.qty) })) },
      ],
    });
  } catch (err) {
    await tx.abort().catch((e) => console.error('checkout abort failed', e));
    throw err;
  }

  await tx.commit();
  await reportDuration(Date.now() - started);
}

module.exports = { checkout, connect: () => Promise.all([orderProducer.connect(), metricsProducer.connect()]) };
