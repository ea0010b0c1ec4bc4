const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'tyres', brokers: ['fleet:9092'] } });

const producer = kafka.producer({ transactionalId: `tyres-${process.env.FLEET}` });

async function report(truck, pressures) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'fleet.tyres',
      messages: Object.entries(pressures).map(([wheel, bar]) => ({ key: `${truck}/${wheel}`, value: String(bar) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('pressures not rolled back', abortErr));
    throw err;
  }
  await producer.commit();
}

module.exports = { connect: () => producer.connect(), report };
