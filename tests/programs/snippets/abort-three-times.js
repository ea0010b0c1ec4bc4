const { Kafka } = require('kafkajs');
const mongoose = require('mongoose');

const producer = new Kafka({ clientId: 'reservations', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'reservations-api',
  idempotent: true,
  maxInFlightRequests: 1,
});

const Reservation = mongoose.model('Reservation', new mongoose.Schema({ table: String, at: Date }));

async function abortSafely(transaction) {
  for (let i = 0; i < 3; i++) {
    try {
      await transaction.abort();
      return;
    } catch (e) {
      console.warn(`abort attempt ${i + 1} failed`, e.message);
    }
  }
}

exports.reserve = async function reserve(dto) {
  const transaction = await producer.transaction();
  let reservation;

  try {
    reservation = await Reservation.create(dto);
    const messages = [{ key: reservation.table, value: JSON.stringify(reservation) }];
    await transaction.send({ topic: 'reservations', messages });
    await producer.send({ topic: 'reservations.audit', messages });
  } catch (err) {
    await abortSafely(transaction);
    if (reservation) await Reservation.deleteOne({ _id: reservation._id });
    throw err;
  }

  await transaction.commit();
  return reservation;
};

exports.connect = () => producer.connect();
