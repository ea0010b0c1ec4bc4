const { Kafka } = require('kafkajs');
const baskets = require('./basket-store');

const kafka = new Kafka({ clientId: 'basket-merger', brokers: ['localhost:9092'] });

const producer = kafka.producer({
  transactionalId: 'basket-merger-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function rollback(transaction, reason) {
  try {
    await transaction.abort();
  } catch (abortError) {
    throw new AggregateError([reason, abortError], 'basket merge not rolled back');
  }
}

/**
 * Moves the anonymous basket of a visitor into the basket of the account.
 */
async function mergeBaskets(visitorId, accountId) {
  const transaction = await producer.transaction();
  try {
    const anonymous = await baskets.find(visitorId);
    if (!anonymous || anonymous.items.length === 0) {
      return { merged: 0 };
    }

    await transaction.send({
      topic: 'baskets.items',
      messages: anonymous.items.map((item) => ({ key: accountId, value: JSON.stringify(item) })),
    });
    await transaction.send({
      topic: 'baskets.closed',
      messages: [{ key: visitorId, value: accountId }],
    });
  } catch (error) {
    await rollback(transaction, error);
    throw error;
  }
  await transaction.commit();
  return { merged: 1 };
}

module.exports = {
  start: () => producer.connect(),
  mergeBaskets,
};
