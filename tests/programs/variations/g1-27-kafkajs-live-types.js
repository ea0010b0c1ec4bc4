'use strict';

const kafkajs = require('kafkajs');
const log = require('./log');

const producer = new kafkajs.Kafka({ clientId: 'tide-tables', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'tide-tables-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** What the operators are told; every error goes on to the caller. */
function explain(err) {
  const root = err.name === 'KafkaJSNumberOfRetriesExceeded' ? err.cause : err;
  switch (root.type) {
    case 'NOT_LEADER_FOR_PARTITION':
    case 'NOT_COORDINATOR_FOR_GROUP':
    case 'GROUP_LOAD_IN_PROGRESS':
      return 'brokers are moving';
    case 'KAFKAJS_UNKNOWN_ERROR_CODE':
      return 'newer broker than client: fenced or abortable';
    case 'INVALID_PRODUCER_EPOCH':
    case 'INVALID_PRODUCER_ID_MAPPING':
      return 'fenced';
    case 'TOPIC_AUTHORIZATION_FAILED':
      return 'not allowed';
    default:
      return root.message;
  }
}

module.exports.publish = async function publish(harbour, tides) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'tides', messages: tides.map((tide) => ({ key: harbour, value: String(tide) })) });
  } catch (err) {
    log.error(explain(err));
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'tides not rolled back');
    }
    throw err;
  }
  await tx.commit();
};
