import { KafkaJS } from '@confluentinc/kafka-javascript';

type Position = KafkaJS.TopicOffsets;

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'spell-check', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'spell-check-0' } });

function positionOf({ topic, partition, message }: KafkaJS.EachMessagePayload): Position {
  return { topic, partitions: [{ partition, offset: message.offset }] };
}

async function check(payload: KafkaJS.EachMessagePayload): Promise<void> {
  const text = String(payload.message.value);
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'texts.checked',
      messages: [{ key: payload.message.key, value: text.replaceAll('teh', 'the') }],
    });
    await tx.sendOffsets({ consumer, topics: [positionOf(payload)] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'text not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['texts'] });
  await consumer.run({ eachMessage: check });
}
