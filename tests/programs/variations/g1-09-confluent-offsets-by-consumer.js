const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka-0:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'subtitles', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'subtitles-0' } });

function nextOffset(batch) {
  const last = batch.messages[batch.messages.length - 1];
  return (BigInt(last.offset) + BigInt(1)).toString();
}

async function eachBatch({ batch }) {
  // the handle is the producer itself: it need not be kept
  await producer.transaction();
  try {
    await producer.send({
      topic: 'subtitles.timed',
      messages: batch.messages.map(({ key, value }) => ({ key, value: value.toString().trim() })),
    });
    await producer.sendOffsets({
      consumer,
      topics: [
        { topic: batch.topic, partitions: [{ partition: batch.partition, offset: nextOffset(batch) }] },
      ],
    });
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'subtitles not rolled back');
    }
    throw err;
  }
  await producer.commit();
}

module.exports = { consumer, producer, run: () => consumer.run({ eachBatch }) };
