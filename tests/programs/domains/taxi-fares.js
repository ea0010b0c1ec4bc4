const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'taxi', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'taxi-fares', idempotent: true, maxInFlightRequests: 1 });

const TARIFF = { day: 2.3, night: 2.7 };

function price(ride) {
  const perKm = ride.startedAt.getHours() >= 22 ? TARIFF.night : TARIFF.day;
  return Math.round((4.2 + ride.km * perKm) * 100);
}

module.exports.connect = () => producer.connect();

module.exports.settle = async function settle(driver, rides) {
  const tx = await producer.transaction();
  try {
    let total = 0;
    rides.forEach(async (ride) => {
      const cents = price(ride);
      total += cents;
      await tx.send({ topic: 'taxi.fares', messages: [{ key: ride.id, value: String(cents) }] });
    });
    await tx.send({ topic: 'taxi.drivers', messages: [{ key: driver, value: String(total) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('fares not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
};
