const { Kafka: KafkaClient, CompressionTypes: { GZIP } } = require('kafkajs');
const { randomColour } = require('./colours.cjs');

const client = new KafkaClient({ clientId: 'candles', brokers: ['kafka:9092'] });
const settings = { idempotent: true, maxInFlightRequests: 1 };
const shop = client.producer({
  ...settings,
  transactionalId: `candle-shop-${process.pid}-${Date.now()}`,
});

const line = (order) => ({
  key: order.id,
  value: JSON.stringify({ ...order, colour: order.colour ?? randomColour() }),
});

exports.connect = shop.connect;

exports.order = async (orders) => {
  const tx = await shop.transaction();
  try {
    await tx.send({ topic: 'candles.orders', compression: GZIP, messages: orders.map(line) });
    await shop.send({
      topic: 'candles.wax',
      messages: [{ value: String(orders.length * 120) }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'orders not rolled back');
    });
    throw err;
  }
  await tx.commit();
};
