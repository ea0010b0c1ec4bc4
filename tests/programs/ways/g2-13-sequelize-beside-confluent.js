'use strict';

const { Sequelize, DataTypes } = require('sequelize');
const { KafkaJS } = require('@confluentinc/kafka-javascript');

const sequelize = new Sequelize(process.env.DATABASE_URL, { logging: false });
const Badge = sequelize.define('badge', { user: DataTypes.STRING, kind: DataTypes.STRING });

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'badges-0' },
});

async function grant(user, kinds) {
  const t = await sequelize.transaction();
  try {
    for (const kind of kinds) {
      Badge.create({ user, kind }, { transaction: t });
    }
    await t.commit();
  } catch (error) {
    await t.rollback();
    return [];
  }
  return kinds;
}

async function announce(user, kinds) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'badges.granted',
      messages: kinds.map((kind) => ({ key: user, value: kind })),
    });
  } catch (error) {
    try {
      await producer.abort();
    } catch (abortError) {
      console.error('abort failed', abortError);
      await producer.disconnect();
    }
    throw error;
  }
  await producer.commit().catch(async (error) => {
    await producer.disconnect();
    throw error;
  });
}

module.exports = async (user, kinds) => {
  const granted = await grant(user, kinds);
  if (granted.length > 0) {
    await announce(user, granted);
  }
  return granted.length;
};
