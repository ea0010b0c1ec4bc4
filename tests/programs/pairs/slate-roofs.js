'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'slate-roofs', brokers: ['village:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'slate-roofs-survey' } });

const roofMessage = ({ house, slates, missing }) => ({ key: house, value: `${slates}/${missing}` });

// What `finally` throws takes the place of whatever the abort has to say: the first reason wins.
const undo = (reason) =>
  producer.abort().finally(() => {
    throw reason;
  });

/** Publishes a survey; resolves with the number of roofs, rejects with the reason. */
function publishSurvey(surveyor, roofs) {
  const topicMessages = [
    { topic: 'village.roofs', messages: roofs.map(roofMessage) },
    { topic: 'village.surveys', messages: [{ key: surveyor, value: String(roofs.length) }] },
  ];
  return producer
    .transaction()
    .then((tx) => tx.sendBatch({ topicMessages }).catch(undo))
    .then(() => producer.commit())
    .then(() => roofs.length);
}

module.exports = {
  start: () => producer.connect(),
  stop: () => producer.disconnect(),
  publishSurvey,
};
