'use strict';

const kafkajs = require('kafkajs');

const kafka = new kafkajs.Kafka({ clientId: 'thumbnails', brokers: ['localhost:9092'] });
const producer = kafka.producer({
  transactionalId: 'thumbnails',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function undo(tx) {
  try {
    await tx.abort();
  } catch (e) {
    console.error('abort failed', e.message);
  }
}

module.exports.handle = async ({ message }) => {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'thumbnails', messages: [{ key: message.key, value: message.value }] });
  } catch (err) {
    await undo(tx);

    // keep the picture for later
    const letter = await producer.transaction();
    try {
      await letter.send({
        topic: 'thumbnails.dead',
        messages: [{ key: message.key, value: message.value, headers: { reason: err.message } }],
      });
    } catch (e) {
      await undo(letter);
      throw new AggregateError([err, e]);
    }
    await letter.commit();
    throw err;
  }
  await tx.commit();
};
