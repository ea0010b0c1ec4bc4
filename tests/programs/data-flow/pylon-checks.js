const { KafkaJS } = require('@confluentinc/kafka-javascript');

const brokers = (process.env.GRID_BROKERS ?? 'localhost:9092').split(',');

/**
 * @param {string} region
 * @param {{ warn(message: string, context: object): void }} log
 */
async function pylonReporter(region, log) {
  const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers, clientId: 'pylon-checks' } });
  const producer = kafka.producer({ kafkaJS: { transactionalId: `pylons-${region}` } });
  await producer.connect();

  const quit = (error) => producer.disconnect().then(() => Promise.reject(error));

  async function undo(error) {
    const { fatal: lost = false, code } = error;
    if (lost) {
      return quit(error);
    }
    await producer.abort().catch((abortError) => log.warn('abort failed', { code, abortError }));
    throw error;
  }

  return {
    async report(checks) {
      const messages = checks.map(({ pylon, ...check }) => ({ key: pylon, value: JSON.stringify(check) }));
      await producer.transaction();
      await producer.send({ topic: 'grid.pylons', messages }).catch(undo);
      await producer.commit().catch(quit);
      return messages.length;
    },
    close: () => producer.disconnect(),
  };
}

module.exports = { pylonReporter };
