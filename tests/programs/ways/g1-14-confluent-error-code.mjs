import { KafkaJS } from '@confluentinc/kafka-javascript';
import { translate } from './translate.mjs';

const { Kafka, ErrorCode } = KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'captions', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'captions-0' } });

async function onCaption({ topic, partition, message }) {
  const value = await translate(String(message.value), 'de');
  const offset = String(BigInt(message.offset) + 1n);

  await producer.transaction();
  try {
    await producer.send({ topic: 'captions.de', messages: [{ key: message.key, value }] });
    producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] });
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'caption not rolled back');
    }
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    if (err.code === ErrorCode.ERR__FENCED) {
      console.error('another instance translates the captions');
    }
    await producer.disconnect();
    throw err;
  }
}

export async function run() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['captions.en'] });
  await consumer.run({ eachMessage: onCaption });
}
