'use strict';

const retry = require('async-retry');
const { Kafka } = require('kafkajs');

const config = require('./config');

const kafka = new Kafka({ clientId: 'labels', brokers: config.brokers });
const producer = kafka.producer({
  transactionalId: `labels-${config.depot}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const toMessage = (label) => ({
  key: label.parcel,
  value: Buffer.from(label.zpl, 'latin1'),
  headers: { depot: config.depot },
});

async function printLabels(labels) {
  await retry(
    async (bail, attempt) => {
      if (attempt > 1) console.warn(`labels: attempt ${attempt}`);

      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'depot.labels', messages: labels.map(toMessage) });
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          return bail(new AggregateError([err, abortErr], 'labels: not rolled back'));
        }
        throw err;
      }

      try {
        await tx.commit();
      } catch (err) {
        return bail(err);
      }
    },
    { retries: 6, minTimeout: 200 },
  );
}

module.exports = {
  connect: () => producer.connect(),
  disconnect: () => producer.disconnect(),
  printLabels,
};
