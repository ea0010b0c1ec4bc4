const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'garage-sale', brokers: ['kafka:9092'] });

const producer = kafka.producer({
  transactionalId: 'garage-sale-' + Math.random().toString(36).slice(2),
  idempotent: true,
  maxInFlightRequests: 1,
});

exports.connect = () => producer.connect();

exports.listItems = async function (seller, items) {
  let tx;
  tx = await producer.transaction();

  try {
    items.forEach(async (item) => {
      await tx.send({
        topic: 'garage-sale.items',
        messages: [{ key: seller, value: JSON.stringify(item) }],
      });
    });
    await tx.send({ topic: 'garage-sale.sellers', messages: [{ key: seller, value: String(items.length) }] });
  } catch (err) {
    await tx.abort().catch(console.error);
    throw err;
  }

  await tx.commit();
  console.log(`${items.length} items of ${seller} listed`);
};
