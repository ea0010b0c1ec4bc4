'use strict';

const { Kafka } = require('kafkajs');
const debug = require('debug')('pollen');

const RETRY_AFTER_MS = [500, 2000, 5000];

const producer = new Kafka({ clientId: 'pollen', brokers: ['kafka-env:9092'] }).producer({
  transactionalId: 'pollen-forecast-eu',
  idempotent: true,
  maxInFlightRequests: 1,
});

function asMessages(forecast) {
  return Object.entries(forecast.species).map(([species, level]) => ({
    key: `${forecast.region}/${species}`,
    value: String(level),
    headers: { day: forecast.day },
  }));
}

/** Resolves as soon as the broker has taken the forecast. */
function deliver(tx, forecast) {
  return new Promise((resolve, reject) => {
    const attempt = (n) => {
      tx.send({ topic: 'pollen.forecasts', messages: asMessages(forecast) }).then(resolve, (err) => {
        const spent = err.name === 'KafkaJSNumberOfRetriesExceeded';
        if (!spent || n === RETRY_AFTER_MS.length) {
          reject(err);
          return;
        }
        debug('attempt %d for %s failed: %s', n + 1, forecast.region, err.message);
        setTimeout(() => attempt(n + 1), RETRY_AFTER_MS[n]);
      });
    };
    attempt(0);
  });
}

exports.publishForecasts = async function publishForecasts(forecasts) {
  const tx = await producer.transaction();
  try {
    for (const forecast of forecasts) await deliver(tx, forecast);
  } catch (err) {
    await tx.abort().catch((abortErr) => debug('abort failed: %O', abortErr));
    throw err;
  }
  await tx.commit();
};

exports.start = () => producer.connect();
exports.stop = () => producer.disconnect();
