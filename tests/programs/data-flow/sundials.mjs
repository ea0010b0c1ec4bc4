import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['sundials:9092'] } });

const consumer = kafka.consumer({ kafkaJS: { groupId: 'sundials', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'sundials-0' } });

const after = (offset) => `${BigInt(offset) + 1n}`;

const positionOf = ({ topic, partition, message }) => ({
  topic,
  partitions: [{ partition, offset: after(message.offset) }],
});

const defaults = { consumer };

/** @param {import('@confluentinc/kafka-javascript').KafkaJS.EachMessagePayload} payload */
async function eachMessage(payload) {
  const { message } = payload;
  const shadow = JSON.parse(message.value.toString());
  const steps = [
    () => producer.send({ topic: 'sundials.hours', messages: [{ key: message.key, value: `${shadow.angle / 15}` }] }),
    () => producer.sendOffsets({ ...defaults, topics: [positionOf(payload)] }),
  ];

  await producer.transaction();
  try {
    for (const step of steps) await step();
  } catch (err) {
    await producer.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'hour not rolled back');
    });
    throw err;
  }

  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export async function start() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'sundials.shadows' });
  await consumer.run({ eachMessage });
}
