'use strict';

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const SIZE = 3;
const kafka = new Kafka({ kafkaJS: { brokers: ['falcons:9092'] } });

const idle = [];
const waiting = [];
let made = 0;

async function acquire() {
  const spare = idle.pop();
  if (spare) return spare;
  if (made < SIZE) {
    const producer = kafka.producer({ kafkaJS: { transactionalId: `falconry-${made++}` } });
    await producer.connect();
    return producer;
  }
  return new Promise((resolve) => waiting.push(resolve));
}

function release(producer) {
  const next = waiting.shift();
  if (next) next(producer);
  else idle.push(producer);
}

exports.publishFlight = async function publishFlight(bird, track) {
  const messages = track.map((point) => ({ key: bird, value: JSON.stringify(point) }));
  const producer = await acquire();
  try {
    await producer.transaction();
    try {
      await producer.send({ topic: 'falcons.flights', messages });
    } catch (err) {
      await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await producer.commit();
  } finally {
    release(producer);
  }
};

exports.close = () => Promise.all(idle.splice(0).map((producer) => producer.disconnect()));
