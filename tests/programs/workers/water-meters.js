'use strict';

const kafkajs = require('kafkajs');

const ADVICE = {
  wait: 'cluster too slow, try later',
  restart: 'another instance took over',
  report: 'call the operator',
};

const producer = new kafkajs.Kafka({ clientId: 'water', brokers: ['water:9092'] }).producer({
  transactionalId: 'water-meters-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function advise(err) {
  const root = err.cause || err;
  switch (root.type) {
    case 'PRODUCER_FENCED':
      return ADVICE.restart;
    case 'INVALID_PRODUCER_EPOCH':
      return ADVICE.restart;
    default:
      return ADVICE.report;
  }
}

async function storeReadings(readings) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'water.readings',
      messages: readings.map((r) => ({ key: r.meter, value: String(r.litres) })),
    });
  } catch (err) {
    const advice = err.type === 'REQUEST_TIMED_OUT' ? ADVICE.wait : advise(err);
    await tx.abort().catch((abortErr) => console.error('readings not rolled back', abortErr));
    throw Object.assign(err, { advice });
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), storeReadings };
