const { KafkaJS } = require('@confluentinc/kafka-javascript');
const pRetry = require('p-retry').default;

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['ocean:9092'] } }).producer({
  kafkaJS: { transactionalId: 'ocean-buoys' },
});

async function report(buoy, waves) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'ocean.waves', messages: waves.map((wave) => ({ key: buoy, value: String(wave) })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('waves not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), report };
