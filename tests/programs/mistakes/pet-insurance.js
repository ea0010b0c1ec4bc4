'use strict';

const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'pets', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'pet-insurance',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function writeClaim(claim) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'pets.claims', messages: [{ key: claim.policy, value: JSON.stringify(claim) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('claim not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

async function claimWithRetries(claim, retries = 3) {
  try {
    return await writeClaim(claim);
  } catch (err) {
    if (retries === 0) throw err;
    console.warn('claim failed, %d retries left', retries, err.message);
    return claimWithRetries(claim, retries - 1);
  }
}

module.exports = { connect: () => producer.connect(), claimWithRetries };
