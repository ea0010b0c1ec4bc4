'use strict';

const retry = require('async-retry');
const axios = require('axios');
const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'gym', brokers: (process.env.BROKERS || 'kafka:9092').split(',') });
const producer = kafka.producer({
  transactionalId: `gym-checkins-${process.env.STUDIO}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function memberOf(card) {
  const { data } = await axios.get(`${process.env.MEMBERS_URL}/cards/${encodeURIComponent(card)}`, { timeout: 2000 });
  return data;
}

async function recordOnce(checkins) {
  const tx = await producer.transaction();
  try {
    for (const { card, at } of checkins) {
      const member = await memberOf(card);
      await tx.send({ topic: 'gym.checkins', messages: [{ key: member.id, value: at }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('check-ins not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

/** The member service is restarted every now and then; five attempts get over it. */
exports.record = (checkins) =>
  retry(() => recordOnce(checkins), {
    retries: 4,
    factor: 2,
    onRetry: (err, attempt) => console.warn(`check-ins, attempt ${attempt}: ${err.message}`),
  });

exports.connect = () => producer.connect();
exports.disconnect = () => producer.disconnect();
