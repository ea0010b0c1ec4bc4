const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'jukebox', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'jukebox-1' } });

const royalty = (song) => (song.seconds > 30 ? 0.004 : 0);

async function onPlay({ topic, partition, message }) {
  const song = JSON.parse(message.value.toString());

  await producer.transaction();
  await producer.send({
    topic: 'royalties',
    messages: [{ key: song.artist, value: String(royalty(song)) }],
  });
  await producer.sendOffsets({
    consumer,
    topics: [{ topic, partitions: [{ partition, offset: String(BigInt(message.offset) + 1n) }] }],
  });
  await producer.commit();
}

exports.run = async () => {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'jukebox.plays' });
  await consumer.run({ eachMessage: onPlay });
};
