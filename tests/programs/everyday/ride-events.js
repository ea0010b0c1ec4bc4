const { setTimeout: delay } = require('node:timers/promises');
const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'rides', brokers: process.env.BROKERS.split(',') }).producer({
  transactionalId: 'rides-writer',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function withRetry(fn, retries = 3) {
  let attempt = 0;
  while (true) {
    try {
      return await fn();
    } catch (err) {
      attempt += 1;
      if (attempt > retries) throw err;
      console.warn(`attempt ${attempt} failed: ${err.message}`);
      await delay(100 * attempt);
    }
  }
}

async function finishRide(ride) {
  const tx = await producer.transaction();
  try {
    const finished = { topic: 'rides.finished', messages: [{ key: ride.id, value: JSON.stringify(ride) }] };
    const fares = { topic: 'fares', messages: [{ key: ride.rider, value: String(ride.fare) }] };
    await withRetry(() => tx.sendBatch({ topicMessages: [finished, fares] }));
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), finishRide };
