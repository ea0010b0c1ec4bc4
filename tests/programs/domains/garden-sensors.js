'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['garden:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'garden-sensors' } });

const bed = (reading) => ({ key: reading.bed, value: `${reading.celsius};${reading.moisture}` });

const rethrow = (err) => () => {
  throw err;
};

function onSendFailed(err) {
  if (err.fatal) {
    return producer.disconnect().then(rethrow(err), rethrow(err));
  }
  return producer.abort().then(rethrow(err));
}

function store(readings) {
  return producer
    .transaction()
    .then(() => producer.send({ topic: 'garden.readings', messages: readings.map(bed) }).catch(onSendFailed))
    .then(() => producer.commit());
}

module.exports = {
  store,
  start: () => producer.connect(),
  stop: () => producer.disconnect(),
};
