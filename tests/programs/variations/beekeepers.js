const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'beekeepers', brokers: ['hive:9092'] });
const producer = kafka.producer({
  transactionalId: 'beekeepers-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** The hint is no part of the harvest: it goes out when that is settled. */
const hint = (keeper, jars) =>
  producer.send({ topic: 'honey.hints', messages: [{ key: keeper, value: `${jars} jars` }] });

async function harvest(keeper, frames) {
  const jars = frames.reduce((sum, frame) => sum + frame.jars, 0);
  const tx = await producer.transaction();
  try {
    for (const frame of frames) {
      await tx.send({ topic: 'honey.frames', messages: [{ key: frame.hive, value: String(frame.jars) }] });
    }
    await tx.send({ topic: 'honey.harvests', messages: [{ key: keeper, value: String(jars) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('harvest not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  await hint(keeper, jars);
  return jars;
}

module.exports = { harvest, open: () => producer.connect(), close: () => producer.disconnect() };
