'use strict';
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'leaderboard', brokers: ['localhost:9092'] });
const producer = kafka.producer({
  transactionalId: 'leaderboard',
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * @param {string} game
 * @param {{ player: string, score: number }[]} scores
 */
async function publishScores(game, scores) {
  await producer.beginTransaction();
  try {
    await producer.send({
      topic: `scores.${game}`,
      messages: scores.map(({ player, score }) => ({ key: player, value: String(score) })),
    });
    await producer.commitTransaction();
  } catch (err) {
    console.error(`scores of ${game} not published`, err);
    await producer.abortTransaction();
    throw err;
  }
}

module.exports = {
  start: () => producer.connect(),
  stop: () => producer.disconnect(),
  publishScores,
};
