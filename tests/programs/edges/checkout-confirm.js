const { Kafka, logLevel } = require('kafkajs');
const { randomUUID } = require('crypto');
const { withSpan } = require('./tracing');

const kafka = new Kafka({ clientId: 'checkout', brokers: process.env.BROKERS.split(','), logLevel: logLevel.WARN });
const producer = kafka.producer({ transactionalId: 'checkout-confirm', idempotent: true, maxInFlightRequests: 1 });

let connecting;

function ready() {
  connecting ??= producer.connect();
  return connecting;
}

/** @param {{ cartId: string, total: number, items: object[] }} cart */
function records(cart, confirmationId) {
  const headers = { 'confirmation-id': confirmationId };
  return [
    { topic: 'checkout.confirmed', messages: [{ key: cart.cartId, value: JSON.stringify(cart), headers }] },
    { topic: 'payments.requested', messages: [{ key: cart.cartId, value: String(cart.total), headers }] },
  ];
}

exports.confirm = withSpan('checkout.confirm', async (cart) => {
  await ready();
  const confirmationId = randomUUID();
  const transaction = await producer.transaction();
  let committed = false;

  try {
    await transaction.sendBatch({ topicMessages: records(cart, confirmationId) });
    await transaction.commit();
    committed = true;
  } catch (error) {
    if (!committed) {
      await transaction.abort().catch((abortError) => {
        console.error('abort failed', abortError);
      });
    }
    throw error;
  }

  return { confirmationId };
});

exports.close = () => producer.disconnect();
