import confluent from '@confluentinc/kafka-javascript';

const { Kafka } = confluent.KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'whales', brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'whale-songs', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: `whale-songs-${process.env.BUOY}` } });

async function onSong({ topic, partition, message }) {
  const offset = `${parseInt(message.offset, 10) + 1}`;

  await producer.transaction();
  try {
    await producer.send({
      topic: 'whales.heard',
      messages: [{ key: message.key, value: message.value }],
    });
    await producer.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (err) {
    if (producer.isActive()) {
      await producer.abort().catch((abortErr) => console.error('song not rolled back', abortErr));
    }
    throw err;
  }
  await producer.commit();
}

export { consumer, producer };

export async function listen() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['whales.recordings'] });
  await consumer.run({ eachMessage: onSong });
}
