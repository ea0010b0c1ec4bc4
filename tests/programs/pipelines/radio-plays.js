'use strict';

const { ErrorCodes, Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'radio', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: `radio-plays-${process.env.STATION}` } });

async function played(track, listeners) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'radio.plays', messages: [{ key: track, value: String(listeners) }] });
    await tx.send({ topic: 'radio.royalties', messages: [{ key: track, value: '1' }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `play of ${track} not rolled back`);
    }
    throw err;
  }

  let committed = false;
  let tries = 0;
  while (!committed) {
    try {
      await tx.commit();
      committed = true;
    } catch (err) {
      tries += 1;
      if (err.code !== ErrorCodes.ERR__TIMED_OUT || tries > 5) {
        await producer.disconnect();
        throw err;
      }
    }
  }
}

module.exports = { connect: () => producer.connect(), played };
