'use strict';

const { Kafka } = require('kafkajs');

const settings = {
  group: 'order-totals',
  input: 'orders',
  output: 'order-totals',
};

const kafka = new Kafka({ clientId: settings.group, brokers: ['localhost:9092'] });
const consumer = kafka.consumer({ groupId: settings.group });
const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });

const total = (order) => order.items.reduce((sum, item) => sum + item.price * item.count, 0);

async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: settings.input });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      const transaction = await producer.transaction();
      try {
        const order = JSON.parse(message.value);
        await transaction.send({
          topic: settings.output,
          messages: [{ key: order.id, value: String(total(order)) }],
        });
        await transaction.sendOffsets({
          consumerGroupId: settings.group,
          topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
        });
      } catch (err) {
        await transaction.abort().catch((e) => console.error('abort failed', e));
        throw err;
      }
      await transaction.commit();
    },
  });
}

run().catch((err) => {
  console.error(err);
  process.exit(1);
});
