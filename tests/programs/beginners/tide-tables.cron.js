const cron = require('node-cron');
const { Kafka } = require('kafkajs');
const db = require('./db');

const kafka = new Kafka({ clientId: 'tide-tables', brokers: ['localhost:9092'] });
const producer = kafka.producer({
  transactionalId: 'tide-tables-cron',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publishHour(hour) {
  const tides = await db.tides(hour);

  const tx = await producer.transaction();
  const changed = tides.filter((t) => t.height !== t.previous);
  if (!changed.length) {
    console.log('no tide has changed');
    return;
  }

  try {
    await tx.send({
      topic: 'tides',
      messages: changed.map((t) => ({ key: t.harbour, value: String(t.height) })),
    });
  } catch (e) {
    await tx.abort().catch(console.error);
    throw e;
  }
  await tx.commit();
}

// every hour, on the hour
cron.schedule('0 * * * *', async () => {
  try {
    await publishHour(new Date().getHours());
  } catch (e) {
    console.error('tides of this hour not published', e);
  }
});

module.exports = producer.connect();
