const { Kafka } = require('kafkajs');
const { reduceBasket } = require('./basket');
const log = require('./log');

const groupId = 'basket-snapshots';
const kafka = new Kafka({ clientId: groupId, brokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(',') });
const consumer = kafka.consumer({ groupId, readUncommitted: false });
const producer = kafka.producer({ transactionalId: `${groupId}-0`, idempotent: true, maxInFlightRequests: 1 });

class Window {
  baskets = new Map();
  positions = new Map();

  add(topic, partition, message) {
    const basket = message.key.toString();
    this.baskets.set(basket, reduceBasket(this.baskets.get(basket), JSON.parse(message.value)));

    const partitions = this.positions.get(topic) ?? new Map();
    partitions.set(partition, message.offset);
    this.positions.set(topic, partitions);
  }

  get topics() {
    return [...this.positions].map(([topic, partitions]) => ({
      topic,
      partitions: [...partitions].map(([partition, offset]) => ({ partition, offset })),
    }));
  }

  get messages() {
    return Array.from(this.baskets, ([key, state]) => ({ key, value: JSON.stringify(state) }));
  }
}

async function eachBatch({ batch, heartbeat }) {
  const window = new Window();
  for (const message of batch.messages) window.add(batch.topic, batch.partition, message);
  await heartbeat();

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'baskets.snapshots', messages: window.messages });
    await tx.sendOffsets({ consumerGroupId: groupId, topics: window.topics });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

exports.start = async () => {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['baskets.changes'] });
  await consumer.run({ autoCommit: false, eachBatch });
};

exports.stop = () => Promise.all([consumer.disconnect(), producer.disconnect()]);
