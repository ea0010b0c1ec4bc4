const { Kafka, logLevel } = require('kafkajs');
const config = require('../config');

const kafka = new Kafka({
  clientId: 'policy-service',
  brokers: config.kafka.brokers,
  logLevel: logLevel.WARN,
});

const producer = kafka.producer({
  transactionalId: 'policy-service-1',
  allowAutoTopicCreation: false,
});

const audit = (action, policy, user) => ({
  topic: 'audit.trail',
  messages: [{ key: policy.number, value: JSON.stringify({ action, user, at: Date.now() }) }],
});

/**
 * Cancels a policy: the cancellation, the refund and the audit entry belong together.
 */
async function cancelPolicy(policy, user) {
  const transaction = await producer.transaction();
  try {
    await transaction.send({
      topic: 'policies.cancelled',
      messages: [{ key: policy.number, value: JSON.stringify({ by: user.id }) }],
    });
    await producer.sendBatch({
      topicMessages: [
        audit('cancel', policy, user.id),
        { topic: 'refunds.due', messages: [{ key: policy.holder, value: String(policy.unusedCents) }] },
      ],
    });
  } catch (err) {
    await transaction.abort().catch((abortErr) => {
      config.logger.error({ abortErr }, 'cancellation not rolled back');
    });
    throw err;
  }
  await transaction.commit();
}

module.exports = { cancelPolicy };
