'use strict';

const { Kafka } = require('kafkajs');
const { createReadStream } = require('node:fs');
const readline = require('node:readline');

const kafka = new Kafka({ clientId: 'chat-exports', brokers: ['kafka:9092'] });

/** @type {import('kafkajs').Producer} */
let producer;

exports.start = async () => {
  producer = kafka.producer({ transactionalId: 'chat-exports', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
};

exports.importFile = async function importFile(path) {
  const tx = await producer.transaction();
  try {
    const lines = readline.createInterface({ input: createReadStream(path) });
    lines.on('line', async (line) => {
      await tx.send({ topic: 'chat.lines', messages: [{ value: line }] });
    });
    await new Promise((resolve) => lines.once('close', resolve));
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('lines not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
};
