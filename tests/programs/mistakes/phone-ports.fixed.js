const { KafkaJS } = require('@confluentinc/kafka-javascript');

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['telco:9092'] } }).producer({
  kafkaJS: { transactionalId: 'phone-ports' },
});

async function port(number, carrier) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'numbers.ported', messages: [{ key: number, value: carrier }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `port of ${number} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), port };
