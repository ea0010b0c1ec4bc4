'use strict';

const { promisify } = require('util');
const { Producer } = require('node-rdkafka');

const pipe = (...fns) => (input) => fns.reduce((value, fn) => fn(value), input);

const serialise = pipe(
  (alarm) => ({ ...alarm, at: new Date().toISOString() }),
  JSON.stringify,
  Buffer.from,
);

/**
 * @param {string} brokers
 * @returns {{ producer: Producer, raise: (alarms: { zone: string, level: number }[]) => Promise<void> }}
 */
module.exports = function createAlarms(brokers) {
  const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'fire-alarms' });
  const begin = promisify(producer.beginTransaction).bind(producer);
  const commit = promisify(producer.commitTransaction).bind(producer);
  const quit = promisify(producer.disconnect).bind(producer);

  const raise = async (alarms) => {
    await begin();
    try {
      for (const alarm of alarms) {
        producer.produce('fire.alarms', null, serialise(alarm), alarm.zone);
      }
    } catch (err) {
      await producer.abortTransaction(5000).catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await commit(15000);
    } catch (err) {
      await quit();
      throw err;
    }
  };

  return { producer, raise };
};
