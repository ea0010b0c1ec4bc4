const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { dueOn } = require('./subscriptions');
const { metrics } = require('./metrics');

const kafka = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'subscription-renewals', brokers: process.env.KAFKA_BROKERS.split(',') },
});
const producer = kafka.producer({ kafkaJS: { transactionalId: 'subscription-renewals', idempotent: true } });

const renewalOf = ({ id, plan, price }, day) => ({
  key: id,
  value: JSON.stringify({ plan, price, from: day }),
});

async function rollback(reason) {
  metrics.increment('renewals.rolled_back');
  console.warn('renewals: rolling back', reason);
  await producer.abort();
}

async function renew(day) {
  const subscriptions = await dueOn(day);
  await producer.transaction();

  try {
    for (let i = 0; i < subscriptions.length; i += 500) {
      const messages = subscriptions.slice(i, i + 500).map((s) => renewalOf(s, day));
      await producer.send({ topic: 'subscriptions.renewed', messages });
    }
  } catch (err) {
    await rollback(err);
    throw err;
  }

  await producer.commit();
  return subscriptions.length;
}

// One run per process: the scheduler starts a new container every day.
module.exports.run = async (day) => {
  await producer.connect();
  try {
    return await renew(day);
  } finally {
    await producer.disconnect();
  }
};
