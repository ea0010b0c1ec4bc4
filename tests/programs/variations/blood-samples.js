const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'lab-results', brokers: ['lab-kafka:9092'] });
const MAX_SESSIONS = 3;

const timedOut = (err) => (err.cause || err).name === 'KafkaJSRequestTimeoutError';

async function openSession(lab) {
  const producer = kafka.producer({
    transactionalId: `lab-results-${lab}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

async function writeResults(producer, samples) {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'lab.results', messages: samples.map((s) => ({ key: s.patient, value: JSON.stringify(s.values) })) },
        { topic: 'lab.archive', messages: samples.map((s) => ({ key: s.tube, value: s.takenAt })) },
      ],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('results: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.publishResults = async (lab, samples, session = 1) => {
  const producer = await openSession(lab);
  try {
    await writeResults(producer, samples);
  } catch (err) {
    // a fresh session fences whatever the old one left behind
    if (timedOut(err) && session < MAX_SESSIONS) {
      await exports.publishResults(lab, samples, session + 1);
      return;
    }
    throw err;
  } finally {
    await producer.disconnect();
  }
};
