const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { statementsOf } = require('./accounts');
const logger = require('./logger');

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': process.env.BOOTSTRAP_SERVERS });
const { ERR__TIMED_OUT } = KafkaJS.ErrorCodes;

async function runOnce(day, statements) {
  const producer = kafka.producer({ 'transactional.id': 'nightly-statements' });
  await producer.connect();
  try {
    await producer.transaction();
    for (const { account, lines } of statements) {
      await producer.send({
        topic: 'accounts.statements',
        messages: [{ key: account, value: JSON.stringify({ day, lines }) }],
      });
    }
    await producer.commit();
  } finally {
    // Ends the transaction, too, if it is still open.
    await producer.disconnect().catch((err) => logger.warn('disconnect failed', err));
  }
}

/**
 * Entry point of the cron job.
 * @param {{ day?: string }} event
 */
exports.handler = async (event) => {
  const day = event.day ?? new Date(Date.now() - 864e5).toISOString().slice(0, 10);
  const statements = await statementsOf(day);

  for (let attempt = 1; ; attempt++) {
    try {
      await runOnce(day, statements);
      break;
    } catch (err) {
      if (err.code !== ERR__TIMED_OUT || attempt >= 3) throw err;
      logger.warn(`attempt ${attempt} timed out`, err);
    }
  }

  logger.info(`published ${statements.length} statements of ${day}`);
  return { day, count: statements.length };
};
