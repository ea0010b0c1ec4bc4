'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

const { ErrorCodes } = KafkaJS;

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['town-hall:9092'] } }).producer({
  kafkaJS: { transactionalId: 'dog-licences-desk' },
});

async function finish() {
  try {
    await producer.commit();
  } catch (err) {
    if (err.code === ErrorCodes.ERR__TIMED_OUT) {
      // nothing came back in time: take the licences back, the clerk will try again
      try {
        await producer.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'licences neither granted nor taken back');
      }
    } else {
      await producer.disconnect();
    }
    throw err;
  }
}

async function grant(licences) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'dogs.licences',
      messages: licences.map((licence) => ({ key: licence.chip, value: licence.owner })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await finish();
}

module.exports = { open: () => producer.connect(), close: () => producer.disconnect(), grant };
