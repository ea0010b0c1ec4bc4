const express = require('express');
const { Kafka, KafkaJSProtocolError } = require('kafkajs');

const kafka = new Kafka({ clientId: 'booking-gateway', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'booking-gateway-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** The error of the broker, wherever kafkajs has put it. */
function protocolError(err) {
  if (err instanceof KafkaJSProtocolError) return err;
  if (err.cause instanceof KafkaJSProtocolError) return err.cause;
  return null;
}

function toHttpError(err) {
  const broker = protocolError(err);
  switch (broker && broker.type) {
    case 'INVALID_PRODUCER_EPOCH':
      return Object.assign(new Error('another instance has taken over', { cause: err }), { status: 503 });
    case 'COORDINATOR_NOT_AVAILABLE':
      return Object.assign(new Error('bookings are not possible right now', { cause: err }), { status: 503 });
    case 'TOPIC_AUTHORIZATION_FAILED':
      return Object.assign(new Error('bookings are not configured', { cause: err }), { status: 500 });
    default:
      return err;
  }
}

async function book(booking) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'bookings.made', messages: [{ key: booking.room, value: JSON.stringify(booking) }] });
    await tx.send({ topic: 'rooms.blocked', messages: [{ key: booking.room, value: booking.night }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('booking not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

const app = express();
app.use(express.json());

app.post('/bookings', (req, res, next) => {
  book(req.body)
    .then(() => res.status(201).json(req.body))
    .catch((err) => next(toHttpError(err)));
});

producer.connect().then(
  () => app.listen(8080),
  (err) => {
    console.error('no connection to Kafka', err);
    process.exit(1);
  },
);
