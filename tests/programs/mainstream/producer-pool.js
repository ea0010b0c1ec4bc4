'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka-a:9092', 'kafka-b:9092'] } });
const idle = [];
let created = 0;

async function acquire() {
  const pooled = idle.pop();
  if (pooled) {
    return pooled;
  }
  const producer = kafka.producer({
    kafkaJS: { transactionalId: `booking-api-${process.env.HOSTNAME}-${created++}` },
  });
  await producer.connect();
  return producer;
}

/** Publishes all records or none. */
async function publish(topicMessages) {
  const producer = await acquire();
  try {
    const tx = await producer.transaction();
    try {
      await tx.sendBatch({ topicMessages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    idle.push(producer);
  }
}

module.exports = { publish };
