'use strict';

const { Kafka } = require('kafkajs');
const { createHash } = require('crypto');

const producer = new Kafka({ clientId: 'recipes', brokers: ['kafka:9092'], retry: { retries: 8 } }).producer({
  transactionalId: 'recipe-index',
  idempotent: true,
  maxInFlightRequests: 1,
});

const slug = (title) => title.toLowerCase().replace(/\W+/g, '-');
const etag = (recipe) => createHash('sha1').update(JSON.stringify(recipe)).digest('hex');

exports.connect = () => producer.connect();

exports.index = async (recipes) => {
  const tx = await producer.transaction();
  let phase = 'sending';
  try {
    for (const recipe of recipes) {
      await tx.send({
        topic: 'recipes.index',
        messages: [{ key: slug(recipe.title), value: JSON.stringify(recipe), headers: { etag: etag(recipe) } }],
      });
    }
    phase = 'committing';
    await tx.commit();
  } catch (err) {
    if (phase === 'sending') {
      await tx.abort().catch((abortErr) => console.warn('recipes: abort failed', abortErr.message));
    }
    throw err;
  }
};
