'use strict';

const mongoose = require('mongoose');
const { Kafka } = require('kafkajs');
const { Visit } = require('./models/visit');

const producer = new Kafka({ clientId: 'clinic', brokers: ['kafka.clinic:9092'] }).producer({
  transactionalId: 'clinic-visits',
  idempotent: true,
  maxInFlightRequests: 1,
});

const ignore = (what) => (err) => console.warn(`${what} failed`, err);

async function prepare(tx, session, dto) {
  try {
    const [visit] = await Visit.create([dto], { session });
    await tx.send({
      topic: 'clinic.visits',
      messages: [{ key: dto.patient, value: JSON.stringify({ id: visit.id, ...dto }) }],
    });
    return visit;
  } catch (err) {
    await tx.abort().catch(ignore('kafka abort'));
    await session.abortTransaction().catch(ignore('mongo abort'));
    throw err;
  }
}

async function recordVisit(dto) {
  const session = await mongoose.startSession();
  try {
    session.startTransaction({ writeConcern: { w: 'majority' } });
    const tx = await producer.transaction();
    const visit = await prepare(tx, session, dto);

    try {
      await tx.commit();
    } catch (err) {
      // only MongoDB can still be taken back
      await session.abortTransaction().catch(ignore('mongo abort'));
      throw err;
    }
    await session.commitTransaction();
    return visit.id;
  } finally {
    await session.endSession();
  }
}

module.exports = {
  recordVisit,
  start: () => producer.connect(),
  stop: () => producer.disconnect(),
};
