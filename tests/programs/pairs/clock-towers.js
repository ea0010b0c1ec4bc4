'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

/**
 * @param {KafkaJS.Kafka} kafka
 * @param {{ info: Function, error: Function }} log
 */
async function createTowerClock(kafka, log) {
  const producer = kafka.producer({
    kafkaJS: { transactionalId: `tower-clock-${process.env.TOWER}`, idempotent: true },
  });
  await producer.connect();

  async function wind(turns) {
    const at = new Date().toISOString();
    await producer.transaction();
    try {
      await producer.send({ topic: 'towers.winding', messages: [{ key: process.env.TOWER, value: `${turns}` }] });
      await producer.send({ topic: 'towers.journal', messages: [{ key: process.env.TOWER, value: `wound ${at}` }] });
    } catch (err) {
      try {
        await producer.abort();
      } catch (abortErr) {
        log.error('winding not rolled back, it failed because of %s', err);
        throw abortErr;
      }
      throw err;
    }
    await producer.commit();
    log.info('wound %d turns', turns);
  }

  return { wind, stop: () => producer.disconnect() };
}

module.exports = { createTowerClock };
