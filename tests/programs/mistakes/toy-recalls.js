'use strict';

const { Kafka, KafkaJSProtocolError } = require('kafkajs');

const producer = new Kafka({ clientId: 'recalls', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'toy-recalls',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function recall(toys) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'toys.recalled', messages: toys.map((toy) => ({ key: toy.ean, value: toy.reason })) });
  } catch (err) {
    if (err instanceof KafkaJSProtocolError) {
      await tx.abort().catch((abortErr) => console.error('recall not rolled back', abortErr));
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), recall };
