'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'vending', brokers: ['kafka:9092'] });

async function write(producer, machine, slots) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'vending.refills',
      messages: slots.map(({ slot, count }) => ({ key: `${machine}/${slot}`, value: String(count) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `refill of ${machine} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

/** Every machine has a producer of its own, so one that fails does not keep the others from their refill. */
async function refillAll(machines) {
  const errors = [];
  for (const { machine, slots } of machines) {
    const producer = kafka.producer({
      transactionalId: `vending-${machine}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    try {
      await producer.connect();
      await write(producer, machine, slots);
    } catch (err) {
      errors.push(err);
    } finally {
      await producer.disconnect();
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `${errors.length} machines not refilled`);
  }
}

module.exports = { refillAll };
