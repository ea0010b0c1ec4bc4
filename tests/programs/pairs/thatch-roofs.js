'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'thatch-roofs', brokers: ['village:9092'] });
const producer = kafka.producer({
  transactionalId: 'thatch-roofs-survey',
  idempotent: true,
  maxInFlightRequests: 1,
});

const roofMessage = (roof) => ({ key: roof.house, value: JSON.stringify({ reed: roof.reed, age: roof.age }) });

/** Publishes a survey; resolves with the number of roofs, rejects with the reason. */
function publishSurvey(surveyor, roofs) {
  return producer.transaction().then((tx) =>
    Promise.all([
      tx.send({ topic: 'village.roofs', messages: roofs.map(roofMessage) }),
      tx.send({ topic: 'village.surveys', messages: [{ key: surveyor, value: String(roofs.length) }] }),
    ])
      .catch((reason) =>
        tx.abort().then(() => {
          throw reason;
        }),
      )
      .then(() => tx.commit())
      .then(() => roofs.length),
  );
}

module.exports = {
  start: () => producer.connect(),
  stop: () => producer.disconnect(),
  publishSurvey,
};
