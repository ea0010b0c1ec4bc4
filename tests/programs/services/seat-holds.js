const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'seat-holds', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'seat-holds-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function hold(event, seats, customer) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'seats.held',
      messages: seats.map((seat) => ({ key: `${event}/${seat}`, value: customer })),
    });
    await tx.send({ topic: 'customers.holds', messages: [{ key: customer, value: seats.join(',') }] });
    await tx.commit();
  } catch (err) {
    if (tx.isActive()) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    }
    throw err;
  }
}

module.exports = { connect: () => producer.connect(), hold };
