'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'landfill', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'landfill-loads-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function weighIn(truck) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'landfill.loads',
      messages: truck.loads.map((load) => ({ key: truck.plate, value: `${load.waste}:${load.kilos}` })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `loads of ${truck.plate} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

async function weighInAll(trucks) {
  const failures = [];
  for (const truck of trucks) {
    try {
      await weighIn(truck);
    } catch (err) {
      failures.push(err);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} trucks not weighed in`);
  }
}

module.exports = { connect: () => producer.connect(), weighInAll };
