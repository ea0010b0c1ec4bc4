const { setTimeout: pause } = require('node:timers/promises');
const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['bog-kafka:9092'], clientId: 'peat' } }).producer({
  kafkaJS: { transactionalId: `peat-bogs-${process.env.COUNTY}` },
});

async function* attempts(limit, wait) {
  for (let number = 1; number <= limit; number += 1) {
    yield number;
    await pause(wait * number);
  }
}

async function deliver(record) {
  let last;
  for await (const number of attempts(3, 400)) {
    try {
      return await producer.send(record);
    } catch (err) {
      if (err.code !== ErrorCodes.ERR__MSG_TIMED_OUT) throw err;
      console.warn(`attempt ${number} for ${record.topic} timed out`);
      last = err;
    }
  }
  throw last;
}

exports.open = () => producer.connect();

exports.publishWaterTable = async function publishWaterTable(bog, probes) {
  const messages = probes.map(({ probe, mm }) => ({ key: `${bog}/${probe}`, value: String(mm) }));

  await producer.transaction();
  try {
    await deliver({ topic: 'bogs.water-table', messages });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }

  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
};
