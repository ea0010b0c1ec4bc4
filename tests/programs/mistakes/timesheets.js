'use strict';

const { Kafka } = require('kafkajs');
const { markExported, StoreError } = require('./store');

const producer = new Kafka({ clientId: 'timesheets', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'timesheets',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function send(week, sheets) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'hr.timesheets',
      messages: sheets.map((sheet) => ({ key: sheet.employee, value: JSON.stringify({ week, ...sheet }) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('timesheets not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

async function exportWeek(week, sheets) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(week, sheets);
      await markExported(week);
      return;
    } catch (err) {
      if (!(err instanceof StoreError) || attempt === 3) throw err;
    }
  }
}

module.exports = { connect: () => producer.connect(), exportWeek };
