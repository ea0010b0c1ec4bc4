'use strict';

const { Kafka } = require('kafkajs');

const producers = ['north', 'south'].map((wharf) => ({
  wharf,
  producer: new Kafka({ clientId: `wharf-${wharf}`, brokers: ['kafka:9092'] }).producer({
    transactionalId: `wharf-${wharf}`,
    idempotent: true,
    maxInFlightRequests: 1,
  }),
}));

const at = (wharf) => producers.find((entry) => entry.wharf === wharf)?.producer;

exports.lift = async function lift(wharf, crane, containers) {
  const tx = await at(wharf).transaction();
  try {
    try {
      await tx.send({ topic: 'wharf.lifts', messages: containers.map((id) => ({ key: crane, value: id })) });
    } finally {
      console.info('crane %s tried %d lifts', crane, containers.length);
    }
    await tx.commit();
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('lifts not rolled back', abortErr));
    throw err;
  }
};

exports.connect = () => Promise.all(producers.map(({ producer }) => producer.connect()));
