const { Kafka } = require('kafkajs');

let producer;

async function getProducer() {
  if (producer) return producer;
  const kafka = new Kafka({
    clientId: 'comments-api',
    brokers: [process.env.KAFKA_BROKER],
  });
  producer = kafka.producer({
    transactionalId: 'comments-api-tx',
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

async function publishComment(comment) {
  const kafkaProducer = await getProducer();

  // start the transaction
  await kafkaProducer.transaction();

  try {
    await kafkaProducer.send({
      topic: 'comments',
      messages: [{ key: comment.postId, value: JSON.stringify(comment) }],
    });
    await kafkaProducer.send({
      topic: 'notifications',
      messages: [{ key: comment.authorId, value: comment.postId }],
    });
    await kafkaProducer.commit();
  } catch (error) {
    console.error('publishing the comment failed:', error.message);
    await kafkaProducer.abort().catch(() => {});
    throw error;
  }
}

module.exports = { publishComment };
