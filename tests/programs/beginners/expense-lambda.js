'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'expenses', brokers: process.env.BROKERS.split(',') });

// survives between invocations of a warm lambda
let cached = null;

async function getProducer() {
  if (cached) return cached;
  const fresh = kafka.producer({
    transactionalId: `expenses-${process.env.SHARD}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await fresh.connect();
  cached = fresh;
  return fresh;
}

exports.handler = async (event) => {
  const expenses = event.Records.map((r) => JSON.parse(r.body));
  const producer = await getProducer();

  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'expenses',
        messages: expenses.map((e) => ({ key: e.employee, value: JSON.stringify(e) })),
      });
    } catch (err) {
      await tx.abort().catch((e) => console.warn('abort failed', e));
      throw err;
    }
    await tx.commit();
  } catch (err) {
    cached = null;
    await producer.disconnect().catch((e) => console.warn('disconnect failed', e));
    throw err; // lambda puts the records back into the queue
  }

  return { stored: expenses.length };
};
