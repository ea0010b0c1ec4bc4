const { Kafka } = require('kafkajs');

const kafka = new Kafka({
  clientId: 'order-enricher',
  brokers: (process.env.KAFKA_BROKERS || 'localhost:9092').split(','),
});

const GROUP = 'order-enricher';
const consumer = kafka.consumer({ groupId: GROUP, readUncommitted: false });
const producer = kafka.producer({
  transactionalId: 'order-enricher-producer-1',
  maxInFlightRequests: 1,
  idempotent: true,
});

async function run() {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topic: 'orders.raw' });

  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ topic, partition, message }) => {
      const order = JSON.parse(message.value.toString());
      const transaction = await producer.transaction();

      try {
        await transaction.send({
          topic: 'orders.enriched',
          messages: [{ key: order.id, value: JSON.stringify({ ...order, vat: order.total * 0.21 }) }],
        });
        await transaction.sendOffsets({
          consumerGroupId: GROUP,
          topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }],
        });
      } catch (e) {
        console.error(`Failed to process order ${order.id}`, e);
        await transaction.abort().catch((err) => console.error('abort failed', err));
        return;
      }
      await transaction.commit();
    },
  });
}

run().catch((e) => {
  console.error(e);
  process.exit(1);
});
