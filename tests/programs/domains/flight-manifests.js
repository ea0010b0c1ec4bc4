'use strict';

const { setTimeout: pause } = require('timers/promises');
const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['ops-kafka:9092'], clientId: 'manifests' } });

async function openSession(flight) {
  for (let attempt = 1; ; attempt += 1) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: `manifest-${flight}` } });
    try {
      await producer.connect();
      return producer;
    } catch (err) {
      await producer.disconnect().catch((closeErr) => console.warn('session not closed', closeErr));
      if (attempt === 3) throw err;
      await pause(attempt * 2000);
    }
  }
}

async function publishManifest({ flight, passengers, crew }) {
  const producer = await openSession(flight);
  try {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'flights.manifests',
        messages: [...passengers, ...crew].map((person) => ({ key: flight, value: JSON.stringify(person) })),
      });
    } catch (err) {
      await producer.abort().catch((abortErr) => console.warn('manifest not rolled back', abortErr));
      throw err;
    }
    await producer.commit();
  } finally {
    await producer.disconnect();
  }
  return passengers.length + crew.length;
}

module.exports = { publishManifest };
