'use strict';

const { Kafka } = require('kafkajs');
const { Counter } = require('prom-client');
const log = require('./log');

const failed = new Counter({ name: 'geocoder_failed_total', help: 'Messages that failed' });
const kafka = new Kafka({ clientId: 'geocoder', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'geocoder' });
const producer = kafka.producer({ transactionalId: 'geocoder-0', idempotent: true, maxInFlightRequests: 1 });

async function forward({ topic, partition, message }, located) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'addresses.located', messages: [{ key: message.key, value: JSON.stringify(located) }] });
    await tx.sendOffsets({
      consumerGroupId: 'geocoder',
      topics: [{ topic, partitions: [{ partition, offset: `${parseInt(message.offset, 10) + 1}` }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

async function start(geocode) {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'addresses' });
  await consumer.run({
    autoCommit: false,
    eachMessage: async (payload) => {
      const located = await geocode(payload.message.value.toString());
      try {
        await forward(payload, located);
      } catch (err) {
        failed.inc();
        log.error('address skipped', err);
      }
    },
  });
}

module.exports = { start };
