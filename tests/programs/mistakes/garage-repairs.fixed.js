'use strict';

const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'garage', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'garage-repairs',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function repaired(car, parts) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'garage.repairs', messages: [{ key: car, value: JSON.stringify(parts) }] });
    await tx.send({ topic: 'garage.parts', messages: parts.map((part) => ({ key: part, value: '-1' })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('repair not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), repaired };
