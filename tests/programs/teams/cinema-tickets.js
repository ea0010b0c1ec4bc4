const { KafkaJS } = require('@confluentinc/kafka-javascript');
const config = require('config');

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'cinema-tickets', brokers: config.get('kafka.brokers') } });

const producer = kafka.producer({
  kafkaJS: {
    transactionalId: `cinema-tickets-${config.get('kafka.instance')}`,
    idempotent: true,
  },
});

const MAX_COMMITS = 5;

async function commit() {
  let attempts = 0;
  let failure;
  do {
    try {
      await producer.commit();
      return;
    } catch (err) {
      failure = err;
      attempts += 1;
    }
  } while (failure.retriable && attempts < MAX_COMMITS);
  await producer.disconnect().catch((err) => console.error('tickets: not closed', err));
  throw failure;
}

async function sell(show, seats, customer) {
  await producer.transaction();
  try {
    await Promise.all([
      producer.send({ topic: 'cinema.seats', messages: seats.map((seat) => ({ key: show, value: seat })) }),
      producer.send({
        topic: 'cinema.sales',
        messages: [{ key: customer, value: JSON.stringify({ show, seats }) }],
      }),
    ]);
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      console.error('tickets: abort failed', abortErr);
    }
    throw err;
  }
  await commit();
  return { show, seats };
}

module.exports = { sell, connect: () => producer.connect() };
