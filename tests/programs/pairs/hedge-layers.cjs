'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'hedge-layers', brokers: ['fields:9092'] });

async function publishParish(producer, { parish, hedges }) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'fields.hedges',
      messages: hedges.map((hedge) => ({ key: parish, value: JSON.stringify(hedge) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('hedges: abort failed', parish, abortErr));
    throw err;
  }
  await tx.commit();
}

/** Publishes the survey of a county; parishes that failed are reported together at the end. */
async function publishCounty(county, surveys) {
  const producer = kafka.producer({
    transactionalId: `hedges-${county}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();

  const failures = [];
  for (const survey of surveys) {
    try {
      await publishParish(producer, survey);
    } catch (err) {
      failures.push(new Error(`parish ${survey.parish}`, { cause: err }));
    }
  }

  await producer.disconnect().catch((closeErr) => console.warn('not closed', closeErr));
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} parishes of ${county} are missing`);
  }
}

module.exports = { publishCounty };
