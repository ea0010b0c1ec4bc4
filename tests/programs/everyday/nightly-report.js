const cron = require('node-cron');
const { Kafka } = require('kafkajs');
const { loadTotals } = require('./totals');

const producer = new Kafka({ clientId: 'reports', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'nightly-report',
  idempotent: true,
  maxInFlightRequests: 1,
});

const key = (date) => date.toISOString().slice(0, 10);

async function report(date) {
  const totals = await loadTotals(date);
  const tx = await producer.transaction();
  try {
    for (const { shop, cents } of totals) {
      await tx.send({ topic: 'report.totals', messages: [{ key: shop, value: String(cents) }] });
    }
    await producer.send({ topic: 'report.done', messages: [{ key: key(date), value: String(totals.length) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

async function main() {
  await producer.connect();
  cron.schedule('0 2 * * *', () => {
    report(new Date()).catch((err) => {
      console.error('nightly report failed', err);
      process.exit(1);
    });
  });
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
