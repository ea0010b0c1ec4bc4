'use strict';

const { Kafka, logLevel } = require('kafkajs');

const kafka = new Kafka({
  clientId: 'beehives',
  brokers: ['farm-kafka:9092'],
  logLevel: logLevel.WARN,
});

const producer = kafka.producer({
  transactionalId: 'beehive-uplink',
  transactionTimeout: 45000,
});

function enrich(reading) {
  const { hive, grams, celsius } = reading;
  return { hive, kilograms: grams / 1000, celsius, at: new Date().toISOString() };
}

async function uplink(readings) {
  const tx = await producer.transaction();
  try {
    readings.forEach(async (reading) => {
      const row = enrich(reading);
      await tx.send({
        topic: row.celsius > 38 ? 'hives.alerts' : 'hives.readings',
        messages: [{ key: row.hive, value: JSON.stringify(row) }],
      });
    });
    await tx.send({
      topic: 'hives.uplinks',
      messages: [{ value: JSON.stringify({ count: readings.length }) }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports = { uplink, open: () => producer.connect(), close: () => producer.disconnect() };
