'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'rowing-splits-0' } });

async function split(boat, metres, seconds) {
  await producer.transaction();

  try {
    await producer.sendBatch({
      topicMessages: [
        { topic: 'boats.splits', messages: [{ key: boat, value: `${metres}/${seconds}` }] },
        { topic: 'boats.positions', messages: [{ key: boat, value: String(metres) }] },
      ],
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], `split of ${boat} not rolled back`);
    });
    throw err;
  }

  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

module.exports = { connect: () => producer.connect(), split };
