'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'gym', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'gym-visits-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function visit(member, kind) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'gym.visits', messages: [{ key: member, value: kind }] });
    switch (kind) {
      case 'swim':
        await tx.send({ topic: 'gym.pool', messages: [{ key: member, value: 'in' }] });
        break;
      case 'weights':
        await tx.send({ topic: 'gym.hall', messages: [{ key: member, value: 'in' }] });
        break;
      default:
        console.warn(`no room for ${kind}`);
        return;
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `visit of ${member} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), visit };
