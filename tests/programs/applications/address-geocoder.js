'use strict';

const { Kafka } = require('kafkajs');
const geocode = require('./geocode');

const kafka = new Kafka({ clientId: 'geocoder', brokers: ['kafka:9092'] });
const deadLetters = kafka.producer({ allowAutoTopicCreation: false });
const producer = kafka.producer({
  transactionalId: 'geocoder-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

class PoisonRecord extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'PoisonRecord';
  }
}

function parse({ key, value }) {
  try {
    return JSON.parse(value.toString('utf8'));
  } catch (cause) {
    throw new PoisonRecord(`record ${key} is no JSON`, { cause });
  }
}

async function handle({ topic, message }) {
  const tx = await producer.transaction();
  try {
    const address = parse(message);
    const { lat, lon } = await geocode(address);
    await tx.send({ topic: 'addresses.located', messages: [{ key: message.key, value: `${lat},${lon}` }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'record neither located nor rolled back');
    }
    if (!(err instanceof PoisonRecord)) throw err;
    console.error('poison record', err);
    await deadLetters.send({
      topic: `${topic}.dead`,
      messages: [{ key: message.key, value: message.value, headers: { reason: err.message } }],
    });
    return;
  }
  await tx.commit();
}

module.exports = {
  handle,
  connect: () => Promise.all([producer.connect(), deadLetters.connect()]),
};
