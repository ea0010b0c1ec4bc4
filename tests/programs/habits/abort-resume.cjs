'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { KafkaJS } = require('@confluentinc/kafka-javascript');

const { ErrorCodes } = KafkaJS;
const MAX_RESUMES = 4;

function makeRadioLog({ brokers, station }) {
  const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers } });
  const producer = kafka.producer({ kafkaJS: { transactionalId: `radio-log-${station}` } });

  const rollBack = async () => {
    for (let resumes = 0; ; resumes++) {
      try {
        return await producer.abort();
      } catch (err) {
        if (err.code !== ErrorCodes.ERR__TIMED_OUT || resumes >= MAX_RESUMES) throw err;
        await sleep(250 * (resumes + 1));
      }
    }
  };

  const play = async (songs) => {
    await producer.transaction();
    try {
      for (const { isrc, startedAt } of songs) {
        await producer.send({ topic: 'radio.plays', messages: [{ key: isrc, value: startedAt.toISOString() }] });
      }
    } catch (err) {
      try {
        await rollBack();
      } catch (abortErr) {
        await producer.disconnect();
        throw new AggregateError([err, abortErr], 'songs neither logged nor rolled back');
      }
      throw err;
    }

    try {
      await producer.commit();
    } catch (err) {
      await producer.disconnect();
      throw err;
    }
  };

  return { connect: () => producer.connect(), play, close: () => producer.disconnect() };
}

module.exports = makeRadioLog;
