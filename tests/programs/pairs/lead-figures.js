'use strict';

const { Kafka, logLevel } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({
  kafkaJS: { brokers: ['toys:9092'], logLevel: logLevel.ERROR },
});

/** The application's one producer; whoever sees a publication fail aborts or disconnects it (see app.js). */
const producer = kafka.producer({ kafkaJS: { transactionalId: 'lead-figures-0' } });

const figure = (name, grams) => ({ key: name, value: String(grams) });

async function publishSet(set) {
  await producer.transaction();
  await producer.sendBatch({
    topicMessages: [
      { topic: 'toys.sets', messages: [{ key: set.id, value: set.title }] },
      { topic: 'toys.figures', messages: set.figures.map(({ name, grams }) => figure(name, grams)) },
    ],
  });
  await producer.commit();
}

module.exports = { producer, publishSet };
