'use strict';

const crypto = require('crypto');
const { promisify } = require('util');
const Kafka = require('@confluentinc/kafka-javascript');
const logger = require('./logger');

function instanceId(prefix) {
  return `${prefix}-${crypto.randomBytes(6).toString('hex')}`;
}

const producer = new Kafka.HighLevelProducer({
  'bootstrap.servers': process.env.BOOTSTRAP_SERVERS || 'localhost:9092',
  'client.id': 'webhook-relay',
  'transactional.id': instanceId('webhook-relay'),
  'enable.idempotence': true,
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

function deliver(topic, key, value) {
  return new Promise((resolve, reject) => {
    producer.produce(topic, null, Buffer.from(value), key, Date.now(), (err) => (err ? reject(err) : resolve()));
  });
}

/** Verifies the signature and hands the hook over to Kafka. */
exports.receive = async function receive(secret, headers, body) {
  const digest = crypto.createHmac('sha256', secret).update(body).digest('hex');
  if (headers['x-signature'] !== digest) {
    const err = new Error('bad signature');
    err.status = 401;
    throw err;
  }

  await begin();
  try {
    await deliver('webhooks.raw', headers['x-source'], body);
    await deliver('webhooks.index', headers['x-delivery'], digest);
  } catch (err) {
    await abort(10000).catch((abortErr) => logger.error('abort failed', abortErr));
    throw err;
  }
  await commit(30000);
};

exports.producer = producer;
