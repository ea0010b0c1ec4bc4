'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'step-counter', brokers: ['localhost:9092'] });
const producer = kafka.producer({
  transactionalId: 'step-counter-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

// module-level buffer, filled by record() and emptied by the timer below
let buffer = [];

function record(walker, steps) {
  buffer.push({ key: walker, value: String(steps) });
}

async function flush() {
  if (buffer.length === 0) return;
  const messages = buffer;
  buffer = [];

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'steps', messages });
    await tx.send({ topic: 'steps-audit', messages: [{ value: String(messages.length) }] });
    await tx.commit();
  } catch (e) {
    try {
      await tx.abort();
    } catch (e2) {
      console.error('abort failed too', e2);
    }
    throw e;
  }
}

(async () => {
  await producer.connect();
  setInterval(() => {
    flush().catch(console.error);
  }, 5000);
})();

module.exports = { record };
