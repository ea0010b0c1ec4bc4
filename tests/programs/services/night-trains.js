const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

/** @typedef {import('@confluentinc/kafka-javascript').KafkaJS.Producer} Producer */

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'night-trains' } });

/** @type {Producer} */
const producer = kafka.producer({ kafkaJS: { transactionalId: 'night-trains', idempotent: true } });

/**
 * @param {number} triesLeft
 * @returns {Promise<void>}
 */
async function commit(triesLeft) {
  try {
    await producer.commit();
  } catch (err) {
    if (err.code === ErrorCodes.ERR__TIMED_OUT && triesLeft > 1) {
      console.warn('commit timed out, resuming it');
      return commit(triesLeft - 1);
    }
    await producer.disconnect();
    throw err;
  }
}

exports.reserve = async (train, berths) => {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'trains.berths',
      messages: berths.map((berth) => ({ key: train, value: `${berth.car}-${berth.number}` })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await commit(4);
};

exports.connect = () => producer.connect();
