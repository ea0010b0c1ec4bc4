const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ 'bootstrap.servers': 'parks:9092' }).producer({ 'transactional.id': 'tree-inventory' });

async function survey(park, trees) {
  await producer.beginTransaction();
  try {
    await producer.send({
      topic: 'parks.trees',
      messages: trees.map((tree) => ({ key: park, value: JSON.stringify(tree) })),
    });
  } catch (err) {
    await producer.abortTransaction().catch((abortErr) => console.error('survey not rolled back', abortErr));
    throw err;
  }
  await producer.commitTransaction();
}

module.exports = { connect: () => producer.connect(), survey };
