const { randomUUID } = require('node:crypto');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'recipe-indexer', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'recipe-indexer' });

const producer = kafka.producer({
  transactionalId: `recipe-indexer-${randomUUID().slice(0, 8)}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function position({ topic, partition, message }) {
  return {
    consumerGroupId: 'recipe-indexer',
    topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
  };
}

const ingredients = (recipe) => new Set(recipe.steps.flatMap((step) => step.uses.map((u) => u.toLowerCase())));

async function eachMessage(payload) {
  const recipe = JSON.parse(payload.message.value.toString());
  const postings = [...ingredients(recipe)].map((name) => ({ key: name, value: recipe.id }));

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'index.postings', messages: postings });
    await tx.sendOffsets(position(payload));
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('recipe-indexer: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports.run = async () => {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'recipes' });
  await consumer.run({ autoCommit: false, eachMessage });
};
