'use strict';
const { setTimeout: sleep } = require('timers/promises');
const { Kafka } = require('kafkajs');
const winston = require('winston');
const queue = require('./queue');

const logger = winston.createLogger({ transports: [new winston.transports.Console()] });
const kafka = new Kafka({ clientId: 'mail-worker', brokers: [process.env.KAFKA_BROKER] });
const producer = kafka.producer({ transactionalId: 'mail-worker-1', idempotent: true, maxInFlightRequests: 1 });

let stopping = false;

async function publish(job) {
  const tx = await producer.transaction();
  let sent = false;
  try {
    await tx.send({ topic: 'mails.outgoing', messages: [{ key: job.to, value: JSON.stringify(job) }] });
    await tx.send({ topic: 'mails.audit', messages: [{ value: `${job.id} ${job.template}` }] });
    sent = true;
  } finally {
    if (!sent) {
      await tx.abort().catch((e) => logger.error('abort failed', { error: e.message }));
    }
  }
  await tx.commit();
}

async function run() {
  await producer.connect();
  try {
    while (!stopping) {
      const job = await queue.take();
      if (!job) {
        await sleep(500);
        continue;
      }
      await publish(job);
      await queue.done(job.id);
    }
  } finally {
    await producer.disconnect();
    await queue.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    logger.info(`${signal}: finishing the current job`);
    stopping = true;
  });
}

run().then(
  () => process.exit(0),
  (err) => {
    logger.error('worker failed', { error: err.stack });
    process.exit(1);
  },
);
