const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'dog-licences', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'dog-licences-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const toMessage = ({ chip, owner }) => ({ key: chip, value: owner });

function license(dogs) {
  return producer.transaction().then((tx) =>
    tx
      .send({ topic: 'dogs.licensed', messages: dogs.map(toMessage) })
      .then(() => tx.send({ topic: 'dogs.fees', messages: dogs.map(({ owner }) => ({ key: owner, value: '60' })) }))
      .then(() => tx.commit())
      .catch((err) =>
        tx
          .abort()
          .catch((abortErr) => console.error('abort failed', abortErr))
          .then(() => Promise.reject(err)),
      ),
  );
}

exports.connect = () => producer.connect();
exports.license = license;
