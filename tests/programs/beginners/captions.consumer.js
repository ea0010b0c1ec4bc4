'use strict';

const kafkajs = require('kafkajs');

const kafka = new kafkajs.Kafka({ clientId: 'captions', brokers: ['localhost:9092'] });
const deadLetters = kafka.producer({ allowAutoTopicCreation: false });
const producer = kafka.producer({ transactionalId: 'captions', idempotent: true, maxInFlightRequests: 1 });

function parse(message) {
  try {
    const { video, lines } = JSON.parse(String(message.value));
    return { video, lines };
  } catch {
    return null;
  }
}

exports.handle = async ({ message }) => {
  const captions = parse(message);
  if (!captions) {
    await deadLetters.send({ topic: 'captions.dead', messages: [{ key: message.key, value: message.value }] });
    return;
  }

  const tx = await producer.transaction();
  let failure;
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'captions', messages: captions.lines.map((l) => ({ key: captions.video, value: l })) },
        { topic: 'captions.count', messages: [{ key: captions.video, value: String(captions.lines.length) }] },
      ],
    });
  } catch (err) {
    failure = err;
  }

  if (failure) {
    await tx.abort().catch((e) => console.error('abort failed', e));
    throw failure;
  }
  await tx.commit();
};

exports.connect = () => Promise.all([deadLetters.connect(), producer.connect()]);
