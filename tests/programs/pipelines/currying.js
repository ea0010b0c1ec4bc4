'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'canteen', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'canteen-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const attempt = (times) => (fn) => async (...args) => {
  let last;
  for (let n = 0; n < times; n += 1) {
    try {
      return await fn(...args);
    } catch (err) {
      last = err;
    }
  }
  throw last;
};

const publishWith = (to) => (topic) => async (messages) => {
  const tx = await to.transaction();
  try {
    await tx.send({ topic, messages });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `${topic} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
};

const publishMeals = attempt(3)(publishWith(producer)('canteen.meals'));

module.exports = { connect: () => producer.connect(), publishMeals };
