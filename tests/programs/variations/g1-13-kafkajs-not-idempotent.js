'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'vet-clinic', brokers: ['kafka:9092'] });

const producer = kafka.producer({
  transactionalId: 'vet-clinic-0',
  allowAutoTopicCreation: false,
  transactionTimeout: 30000,
});

exports.connect = () => producer.connect();

exports.vaccinated = async function vaccinated(animal, vaccine) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'animals.vaccinated', messages: [{ key: animal.chip, value: vaccine.name }] });
    await tx.send({ topic: 'vaccines.used', messages: [{ key: vaccine.batch, value: '1' }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'vaccination not rolled back');
    }
    throw err;
  }
  await tx.commit();
};
