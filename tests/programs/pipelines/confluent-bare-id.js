'use strict';

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'car-wash', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ transactionalId: 'car-wash-0' });

exports.connect = () => producer.connect();

exports.washed = async function washed(plate, programme) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'cars.washed', messages: [{ key: plate, value: programme.name }] });
    await tx.send({ topic: 'water.used', messages: [{ value: String(programme.litres) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `wash of ${plate} not rolled back`);
    });
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
};
