'use strict';

const retry = require('async-retry');
const { Kafka } = require('kafkajs');
const { forecasts } = require('./met-office');
const logger = require('./logger').child({ module: 'wind-forecast' });

const producer = new Kafka({ clientId: 'wind-forecast', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'wind-forecast',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(records) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'wind.forecast', messages: records });
  } catch (err) {
    await tx.abort().catch((abortErr) => logger.warn(abortErr));
    throw err;
  }
  return tx;
}

exports.run = async function run(region) {
  const records = [];
  for await (const { turbine, knots } of forecasts(region)) {
    records.push({ key: turbine, value: String(knots) });
  }
  const tx = await retry(() => publish(records), {
    retries: 6,
    factor: 1.5,
    onRetry: (err, attempt) => logger.info({ err, attempt }, 'forecast is published again'),
  });
  await tx.commit();
};

exports.connect = () => producer.connect();
