const { Kafka } = require('kafkajs');
const vents = require('./vents');

const kafka = new Kafka({ clientId: 'tunnel-vents', brokers: ['tunnel-kafka:9092'] });

const { transaction: begin, send, connect, disconnect } = kafka.producer({
  transactionalId: `tunnel-${process.env.TUNNEL}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const note = (vent, text) => send({ topic: 'tunnel.journal', messages: [{ key: vent.id, value: text }] });

async function adjust(tx, vent, ppm) {
  const rpm = vents.speedFor(vent, ppm);
  await tx.send({ topic: 'tunnel.vents', messages: [{ key: vent.id, value: String(rpm) }] });
  if (rpm === vent.max) {
    await note(vent, `at its limit with ${ppm} ppm`);
  }
  return rpm;
}

async function ventilate(readings) {
  const tx = await begin();
  const speeds = {};
  try {
    for (const { vent, ppm } of readings) {
      speeds[vent.id] = await adjust(tx, vent, ppm);
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn('vents: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
  return speeds;
}

module.exports = { connect, disconnect, ventilate };
