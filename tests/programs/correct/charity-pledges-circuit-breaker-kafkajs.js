'use strict';

const CircuitBreaker = require('opossum');
const PQueue = require('p-queue').default;
const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'pledges', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'charity-pledges-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(pledges) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'charity.pledges',
      messages: pledges.map(({ donor, cents }) => ({ key: donor, value: String(cents) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('pledges not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

const queue = new PQueue({ concurrency: 1 });
const breaker = new CircuitBreaker(publish, { timeout: false, volumeThreshold: 3 });

breaker.on('open', () => queue.pause());
breaker.on('halfOpen', () => queue.start());

exports.pledge = async function pledge(pledges) {
  await queue.add(() => breaker.fire(pledges));
};

exports.open = () => producer.connect();

exports.close = async function close() {
  await queue.onIdle();
  breaker.shutdown();
  await producer.disconnect();
};
