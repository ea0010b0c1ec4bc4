const { Kafka, logLevel } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({
  kafkaJS: { clientId: 'ratings', brokers: ['kafka-1:9092', 'kafka-2:9092'], logLevel: logLevel.ERROR },
});
const producer = kafka.producer({ kafkaJS: { idempotent: true, acks: -1 } });

exports.producer = producer;

exports.rate = async ({ user, movie, stars }) => {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'movies.ratings', messages: [{ key: movie, value: String(stars) }] });
    await tx.send({ topic: 'users.ratings', messages: [{ key: user, value: `${movie}:${stars}` }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      err.abortError = abortErr;
    }
    throw err;
  }
  await tx.commit();
};
