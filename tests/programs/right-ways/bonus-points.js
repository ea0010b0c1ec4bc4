'use strict';

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

/**
 * @typedef {{ customer: string, points: number, reason: string }} Bonus
 * @typedef {import('@confluentinc/kafka-javascript').KafkaJS.Producer} Producer
 */

const kafka = new Kafka({ kafkaJS: { clientId: 'bonus', brokers: ['kafka-a:9092', 'kafka-b:9092'] } });

/**
 * Every bonus above the threshold is also told to the auditors.
 *
 * @param {Producer} producer
 * @param {Bonus} bonus
 */
async function tellAuditors(producer, { customer, points, reason }) {
  if (points < 10_000) return;
  await producer.send({
    topic: 'audit.bonus',
    messages: [{ key: customer, value: JSON.stringify({ points, reason, at: new Date().toISOString() }) }],
  });
}

/** @param {Bonus[]} bonuses */
async function grant(producer, bonuses) {
  for (const bonus of bonuses) {
    await producer.send({ topic: 'bonus.granted', messages: [{ key: bonus.customer, value: `${bonus.points}` }] });
    tellAuditors(producer, bonus);
  }
}

class BonusDesk {
  #producer = kafka.producer({ kafkaJS: { transactionalId: 'bonus-desk', idempotent: true } });

  open() {
    return this.#producer.connect();
  }

  async grantAll(bonuses) {
    const producer = await this.#producer.transaction();
    try {
      await grant(producer, bonuses);
    } catch (err) {
      await producer.abort().catch((abortErr) => console.error('bonus: abort failed', abortErr));
      throw err;
    }
    try {
      await producer.commit();
    } catch (err) {
      await producer.disconnect();
      throw err;
    }
  }
}

module.exports = { BonusDesk };
