const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'meals', brokers: ['school-kafka:9092'] });

const producer = kafka.producer({
  transactionalId: 'school-meals',
});

/**
 * @typedef {{ pupil: string, day: string, dish: 'veggie' | 'fish' | 'pasta' }} Meal
 */

/** @param {Meal[]} meals */
async function order(meals, clerk) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'meals.orders',
      messages: meals.map(({ pupil, day, dish }) => ({ key: pupil, value: `${day} ${dish}` })),
    });
    await producer.send({ topic: 'meals.audit', messages: [{ key: clerk, value: String(meals.length) }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      console.error('meals: abort failed', abortErr);
    }
    throw err;
  }
  await tx.commit();
}

exports.order = order;
exports.connect = () => producer.connect();
