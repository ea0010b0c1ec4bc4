const { Kafka } = require('kafkajs');
const sentry = require('@sentry/node');

const kafka = new Kafka({ clientId: 'auctions', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'auctions-closer',
  idempotent: true,
  maxInFlightRequests: 1,
});

let fencedAt = null;

async function closeAuction(auction) {
  const transaction = await producer.transaction();

  try {
    await transaction.send({
      topic: 'auctions.closed',
      messages: [{ key: auction.id, value: JSON.stringify(auction.winner ?? null) }],
    });
  } catch (err) {
    if (err.type === 'PRODUCER_FENCED') {
      fencedAt = new Date();
      await producer.disconnect();
      throw err;
    }
    sentry.captureException(err);
    await transaction.abort().catch((abortErr) => sentry.captureException(abortErr));
    throw err;
  }

  await transaction.commit();
}

module.exports = {
  connect: () => producer.connect(),
  closeAuction,
  health: () => (fencedAt ? { status: 'down', since: fencedAt } : { status: 'up' }),
};
