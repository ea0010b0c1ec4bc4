'use strict';

const { Kafka, ErrorCode } = require('@confluentinc/kafka-javascript').KafkaJS;
const pino = require('pino');

const log = pino({ name: 'umbrellas' });
const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'umbrella-rental-0', idempotent: true } });

/** Lends an umbrella: one record for the stand, one for the customer. */
async function lend(umbrella, customer) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'umbrellas.lent', messages: [{ key: umbrella, value: customer }] });
    await tx.send({ topic: 'customers.rents', messages: [{ key: customer, value: umbrella }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error(abortErr, 'loan not rolled back'));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    if (err.code === ErrorCode.ERR__TIMED_OUT) {
      log.warn({ umbrella }, 'the outcome of the loan is unknown');
    }
    await producer.disconnect();
    throw err;
  }
}

module.exports = { connect: () => producer.connect(), lend };
