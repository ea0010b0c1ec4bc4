'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'quiz', brokers: ['studio:9092'] });
const producer = kafka.producer({
  transactionalId: 'quiz-answers',
  idempotent: true,
  maxInFlightRequests: 1,
});

class NotStaged extends Error {
  constructor(cause) {
    super('answers not staged', { cause });
    this.name = 'NotStaged';
  }
}

// INVALID_TXN_STATE of a send asks for an abort, not for a new producer
const abortIsEnough = (err) => err.type === 'INVALID_TXN_STATE' || err.cause?.type === 'INVALID_TXN_STATE';

async function publishOnce(answers) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'quiz.answers', messages: answers.map((a) => ({ key: a.player, value: a.choice })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'answers not rolled back');
    });
    throw abortIsEnough(err) ? new NotStaged(err) : err;
  }
  await tx.commit();
}

exports.publish = async function publish(answers) {
  try {
    await publishOnce(answers);
  } catch (err) {
    if (!(err instanceof NotStaged)) throw err;
    await publishOnce(answers);
  }
};

exports.connect = () => producer.connect();
