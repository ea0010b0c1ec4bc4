'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'guestbook', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'guestbook-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function sign(guest, text) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'guestbook.entries', messages: [{ key: guest, value: text }] });
    await producer.send({ topic: 'guestbook.guests', messages: [{ key: guest, value: 'signed' }] });
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'entry not rolled back');
    }
    throw err;
  }
  await producer.commit();
}

module.exports = { connect: () => producer.connect(), sign };
