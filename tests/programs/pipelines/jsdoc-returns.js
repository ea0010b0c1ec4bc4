'use strict';

const { container } = require('./container');

/**
 * @returns {Promise<import('kafkajs').Producer>} the connected producer of this process
 */
async function alarmProducer() {
  const producer = container.resolve('alarmProducer');
  await producer.connect();
  return producer;
}

/**
 * @param {string} building
 * @param {Array<{ sensor: string, level: number }>} alarms
 */
async function raise(building, alarms) {
  if (alarms.length === 0) {
    return;
  }

  const producer = await alarmProducer();
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'alarms', messages: alarms.map((a) => ({ key: a.sensor, value: String(a.level) })) },
        { topic: 'buildings', messages: [{ key: building, value: 'alarmed' }] },
      ],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `alarms of ${building} not rolled back`);
    });
    throw err;
  }
  await tx.commit();
}

module.exports = { raise };
