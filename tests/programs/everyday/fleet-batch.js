const { Kafka } = require('kafkajs');
const bunyan = require('bunyan');

const log = bunyan.createLogger({ name: 'fleet-batch' });
const kafka = new Kafka({ clientId: 'fleet', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const producer = kafka.producer({ transactionalId: 'fleet-batch', idempotent: true, maxInFlightRequests: 1 });

function toMessages(trucks) {
  return trucks.map(function (truck) {
    return { key: truck.plate, value: JSON.stringify({ km: truck.km, fuel: truck.fuel }) };
  });
}

function sendAll(tx, trucks) {
  return tx.send({ topic: 'fleet.trucks', messages: toMessages(trucks) }).then(function () {
    return tx.send({ topic: 'fleet.batches', messages: [{ value: String(trucks.length) }] });
  });
}

exports.publish = function publish(trucks) {
  return producer.transaction().then(function (tx) {
    return sendAll(tx, trucks).then(
      function () {
        return tx.commit();
      },
      function (err) {
        log.error(err, 'batch failed, rolling back');
        return tx.abort().then(function () {
          throw err;
        });
      },
    );
  });
};

exports.connect = function connect() {
  return producer.connect();
};
