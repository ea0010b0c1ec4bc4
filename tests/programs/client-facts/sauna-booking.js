const { KafkaJS } = require('@confluentinc/kafka-javascript');

const producer = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'sauna', brokers: ['kafka:9092'] },
}).producer({ kafkaJS: { transactionalId: 'sauna-booking-0' } });

const message = (booking) => ({ key: booking.cabin, value: JSON.stringify(booking) });

async function rollBack(cause) {
  try {
    await producer.abort();
  } catch (abortErr) {
    await producer.disconnect();
    throw new AggregateError([cause, abortErr], 'bookings neither made nor rolled back');
  }
}

async function book(bookings) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'sauna.bookings', messages: bookings.map(message) });
  } catch (err) {
    await rollBack(err);
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    if (err.abortable) {
      await rollBack(err);
      throw err;
    }
    await producer.disconnect();
    throw err;
  }
}

module.exports = { producer, book };
