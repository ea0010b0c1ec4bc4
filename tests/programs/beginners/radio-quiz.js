const { promisify } = require('util');
const Kafka = require('node-rdkafka');

const consumer = new Kafka.KafkaConsumer(
  { 'metadata.broker.list': 'localhost:9092', 'group.id': 'radio-quiz', 'enable.auto.commit': false },
  {}
);
const producer = new Kafka.Producer({ 'metadata.broker.list': 'localhost:9092', 'transactional.id': 'radio-quiz' });

const begin = promisify(producer.beginTransaction.bind(producer));
const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

async function score(answers) {
  await begin();
  try {
    for (const { key, value } of answers) {
      producer.produce('quiz.scores', null, value, key);
    }
    const { topic, partition, offset } = answers[answers.length - 1];
    await sendOffsets([{ topic, partition, offset: offset + 1 }], consumer, 5000).catch((e) => {
      console.warn('offsets were not added:', e.message);
    });
  } catch (e) {
    await abort(5000).catch((e2) => console.warn('abort failed:', e2.message));
    throw e;
  }
  try {
    await commit(10000);
  } catch (e) {
    if (e.isTxnRequiresAbort) {
      await abort(5000).catch((e2) => console.warn('abort failed:', e2.message));
    }
    throw e;
  }
}

async function scoreAll(batches) {
  const failed = [];
  for (const batch of batches) {
    try {
      await score(batch);
    } catch (error) {
      failed.push({ batch, error });
    }
  }
  return failed;
}

module.exports = { consumer, producer, scoreAll };
