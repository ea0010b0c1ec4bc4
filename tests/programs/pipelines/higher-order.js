'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'flight-desk', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'flight-desk-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Turns a function of a transaction into one that brings its own. */
const transactional = (of) => (work) => (...args) =>
  of.transaction((tx) => work(tx, ...args));

const inTransaction = transactional(producer);

const checkIn = inTransaction(async (tx, flight, passenger, seat) => {
  await tx.send({
    topic: 'flights.boarding-passes',
    messages: [{ key: passenger, value: JSON.stringify({ flight, seat }) }],
  });
  await tx.send({ topic: `flights.${flight}`, messages: [{ key: seat, value: passenger }] });
});

module.exports = { connect: () => producer.connect(), checkIn };
