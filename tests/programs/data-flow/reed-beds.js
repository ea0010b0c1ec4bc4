'use strict';

const { once } = require('node:events');
const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'reed-beds', brokers: ['delta:9092'] }).producer({
  transactionalId: 'reed-beds-survey',
  idempotent: true,
  maxInFlightRequests: 1,
});

const ignore = () => {};

/** Writes every bed of a running survey in one transaction, in the order of the events. */
async function writeSurvey(survey) {
  const tx = await producer.transaction();
  let tail = Promise.resolve();

  const onBed = ({ bed, ...measured }) => {
    tail = tail.then(() =>
      tx.send({ topic: 'reeds.beds', messages: [{ key: bed, value: JSON.stringify(measured) }] }),
    );
    // no unhandled rejection while the survey is still running; awaited below
    tail.catch(ignore);
  };

  survey.on('bed', onBed);
  try {
    await once(survey, 'end');
    await tail;
  } catch (err) {
    survey.off('bed', onBed);
    await tail.catch(ignore);
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  survey.off('bed', onBed);
  await tx.commit();
}

module.exports = { writeSurvey, connect: () => producer.connect(), disconnect: () => producer.disconnect() };
