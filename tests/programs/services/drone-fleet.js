'use strict';

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: `drone-fleet-${process.env.BASE}` },
});

async function reportFlights(flights) {
  await producer.beginTransaction();
  try {
    await producer.send({
      topic: 'drones.flights',
      messages: flights.map((flight) => ({ key: flight.drone, value: JSON.stringify(flight.track) })),
    });
  } catch (err) {
    await producer.abortTransaction().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await producer.commitTransaction();
}

module.exports = { producer, reportFlights };
