'use strict';

const { parentPort, workerData, threadId } = require('node:worker_threads');
const { Kafka } = require('kafkajs');
const { extractTerms } = require('./extract-terms');

const producer = new Kafka({ clientId: `pdf-index-${threadId}`, brokers: workerData.brokers }).producer({
  transactionalId: `pdf-index-${workerData.slot}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const reply = (id, body) => parentPort.postMessage({ id, ...body });

async function index({ file, owner }) {
  const tx = await producer.transaction();
  let terms = 0;
  try {
    for await (const { page, words } of extractTerms(file)) {
      await tx.send({ topic: 'pdf.terms', messages: words.map((word) => ({ key: word, value: `${file}#${page}` })) });
      terms += words.length;
    }
    await tx.send({ topic: 'pdf.indexed', messages: [{ key: owner, value: file }] });
  } catch (error) {
    await tx.abort().catch((abortError) => console.error('abort failed', file, abortError));
    throw error;
  }
  await tx.commit();
  return terms;
}

parentPort.on('message', ({ id, type, payload }) => {
  switch (type) {
    case 'index':
      index(payload).then(
        (terms) => reply(id, { terms }),
        (error) => reply(id, { error }),
      );
      break;
    case 'stop':
      producer.disconnect().finally(() => process.exit(0));
      break;
    default:
      reply(id, { error: new TypeError(`unknown message ${type}`) });
  }
});

producer.connect().then(
  () => parentPort.postMessage({ ready: true }),
  (error) => {
    console.error('worker not connected', error);
    process.exit(1);
  },
);
