const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const { occupancy } = require('./wards');

const kafka = new Kafka({ kafkaJS: { brokers: ['k1:9092', 'k2:9092'], clientId: 'beds' } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'beds', autoCommit: false, fromBeginning: true } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'beds-0' } });

async function eachMessage({ topic, partition, message }) {
  const event = JSON.parse(message.value.toString());
  const free = occupancy.apply(event);

  await producer.transaction();
  try {
    await producer.send({ topic: 'beds.free', messages: [{ key: event.ward, value: String(free) }] });
    await consumer.commitOffsets([
      { topic, partition, offset: (BigInt(message.offset) + 1n).toString() },
    ]);
  } catch (err) {
    console.error('ward %s not updated', event.ward);
    await producer.abort();
    throw err;
  }
  await producer.commit();
}

async function stop() {
  await consumer.disconnect();
  await producer.disconnect();
}

module.exports = { consumer, producer, eachMessage, stop };
