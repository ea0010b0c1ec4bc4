const { Kafka, KafkaJSError, KafkaJSProtocolError } = require('kafkajs');
const client = require('prom-client');

const failures = new client.Counter({
  name: 'quiz_publish_failures_total',
  help: 'failed transactions',
  labelNames: ['kind'],
});

const producer = new Kafka({ clientId: 'quiz', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'quiz-night',
  idempotent: true,
  maxInFlightRequests: 1,
});

function count(err) {
  if (err instanceof KafkaJSError) {
    failures.inc({ kind: 'client' });
  } else if (err instanceof KafkaJSProtocolError) {
    failures.inc({ kind: `broker-${err.type}` });
  } else {
    failures.inc({ kind: 'other' });
  }
}

async function publishAnswers(team, answers) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'quiz.answers', messages: answers.map((value) => ({ key: team, value })) });
  } catch (err) {
    count(err);
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    count(err);
    throw err;
  }
}

module.exports = { connect: () => producer.connect(), publishAnswers };
