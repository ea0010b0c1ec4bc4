const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka-coast:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'tide-smoother', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'tide-smoother-0' } });

const WINDOW = 12;

/** Yields a smoothed level as soon as a gauge has delivered a full window. */
function* smooth(windows, gauge, level) {
  const window = windows.get(gauge) ?? [];
  window.push(level);
  windows.set(gauge, window);
  if (window.length < WINDOW) return;
  yield { gauge, level: window.reduce((sum, l) => sum + l, 0) / WINDOW };
  windows.set(gauge, window.slice(1));
}

async function acknowledge({ topic, partition, message }) {
  const offset = (BigInt(message.offset) + 1n).toString();
  await consumer.commitOffsets([{ topic, partition, offset }]);
}

async function settle(attempts) {
  for (let attempt = 1; ; attempt++) {
    try {
      await producer.commit();
      return;
    } catch (err) {
      if (err.code === ErrorCodes.ERR__TIMED_OUT && attempt < attempts) continue;
      await producer.disconnect();
      throw err;
    }
  }
}

const windows = new Map();

async function eachMessage(payload) {
  const { message } = payload;
  await producer.transaction();
  try {
    for (const { gauge, level } of smooth(windows, String(message.key), Number(message.value))) {
      await producer.send({ topic: 'tides.smoothed', messages: [{ key: gauge, value: level.toFixed(3) }] });
    }
    await acknowledge(payload);
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('tide not rolled back', abortErr));
    throw err;
  }
  await settle(4);
}

exports.start = async () => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['tides.raw'] });
  await consumer.run({ eachMessage });
};
