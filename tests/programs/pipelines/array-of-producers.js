'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'weather-balloons', brokers: ['kafka:9092'] });

const producers = [0, 1, 2].map((slot) =>
  kafka.producer({
    transactionalId: `weather-balloons-${slot}`,
    idempotent: true,
    maxInFlightRequests: 1,
  }),
);

async function write(producer, balloon, readings) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'balloons.readings',
      messages: readings.map((reading) => ({ key: balloon, value: JSON.stringify(reading) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `readings of ${balloon} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

async function report(balloon, readings) {
  const producer = producers.pop();
  if (producer === undefined) {
    throw new Error('all producers are busy');
  }
  try {
    await write(producer, balloon, readings);
  } finally {
    producers.push(producer);
  }
}

const connect = () => Promise.all(producers.map((producer) => producer.connect()));

module.exports = { connect, report };
