'use strict';

const { Kafka, logLevel } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({
  kafkaJS: {
    clientId: 'tin-soldiers',
    brokers: (process.env.KAFKA_BROKERS || 'localhost:9092').split(','),
    logLevel: logLevel.WARN,
  },
});

const producer = kafka.producer({
  kafkaJS: { transactionalId: 'tin-soldiers-foundry' },
});

const soldierMessage = ({ regiment, pose, paint }) => ({
  key: regiment,
  value: JSON.stringify({ pose, paint }),
});

/**
 * Publishes a box of soldiers and the box itself.
 * Errors are for the caller, who shows them in the foundry's console.
 */
async function publishBox(box) {
  await producer.transaction();
  await producer.send({
    topic: 'toys.boxes',
    messages: [{ key: box.id, value: String(box.soldiers.length) }],
  });
  await producer.send({
    topic: 'toys.soldiers',
    messages: box.soldiers.map(soldierMessage),
  });
  await producer.commit();
}

module.exports = {
  connect: () => producer.connect(),
  publishBox,
};
