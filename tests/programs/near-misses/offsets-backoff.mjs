import kafkajs from 'kafkajs';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Higher-order: gives back a function that tries fn again, with growing pauses. */
const withBackoff =
  (fn, { attempts, base, when }) =>
  async (...args) => {
    for (let n = 1; ; n += 1) {
      try {
        return await fn(...args);
      } catch (err) {
        if (n === attempts || !when(err)) throw err;
        await wait(base * 2 ** n);
      }
    }
  };

const groupId = 'pollen-index';
const kafka = new Kafka({ clientId: groupId, brokers: (process.env.KAFKA ?? 'localhost:9092').split(',') });
const producer = kafka.producer({ transactionalId: 'pollen-index-a', idempotent: true, maxInFlightRequests: 1 });

export async function onMessage({ topic, partition, message }) {
  const { grains, area } = JSON.parse(message.value.toString());
  const offset = (Number(message.offset) + 1).toString();

  const tx = await producer.transaction();
  const sendOffsets = withBackoff((position) => tx.sendOffsets(position), {
    attempts: 4,
    base: 100,
    when: (err) => err instanceof KafkaJSNumberOfRetriesExceeded,
  });

  try {
    await tx.send({ topic: 'pollen.index', messages: [{ key: area, value: String(Math.log2(grains + 1)) }] });
    await sendOffsets({ consumerGroupId: groupId, topics: [{ topic, partitions: [{ partition, offset }] }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('pollen: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export const connect = () => producer.connect();
