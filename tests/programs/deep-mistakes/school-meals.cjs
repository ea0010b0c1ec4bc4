'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'school-meals', brokers: ['canteen:9092'] });
const free = [];
let serial = 0;

async function borrow() {
  if (free.length > 0) return free.pop();
  const producer = kafka.producer({
    transactionalId: `school-meals-${process.env.CANTEEN}-${serial++}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

async function withPooled(job) {
  const producer = await borrow();
  let result;
  try {
    result = await job(producer);
  } catch (err) {
    await producer.disconnect().catch((e) => console.warn('meals: disconnect failed', e.message));
    throw err;
  }
  free.push(producer);
  return result;
}

const order = (school, meals) =>
  withPooled(async (producer) => {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'meals.ordered',
        messages: Object.entries(meals).map(([meal, n]) => ({ key: `${school}/${meal}`, value: String(n) })),
      });
    } catch (err) {
      await tx.abort().catch((e) => console.warn('meals: abort failed', e.message));
      throw err;
    }
    await tx.commit();
    return Object.keys(meals).length;
  });

module.exports = { order };
