const { Router } = require('express');
const { Kafka } = require('kafkajs');
const log = require('pino')({ name: 'checkout' });
const { brokers, replica } = require('./config');

const producer = new Kafka({ clientId: 'checkout', brokers }).producer({
  transactionalId: `checkout-${replica}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const router = Router();

function validate(cart) {
  if (!cart || !cart.id) throw Object.assign(new Error('cart id missing'), { status: 422 });
  if (!cart.items?.length) throw Object.assign(new Error('cart is empty'), { status: 422 });
}

router.post('/checkout', async (req, res, next) => {
  const cart = req.body;
  let transaction;
  try {
    validate(cart);
    transaction = await producer.transaction();
    await transaction.send({
      topic: 'checkouts',
      messages: [{ key: cart.id, value: JSON.stringify(cart) }],
    });
    await transaction.send({
      topic: 'reservations',
      messages: cart.items.map((item) => ({ key: item.sku, value: String(item.quantity) })),
    });
    await transaction.commit();
    log.info({ cart: cart.id }, 'checked out');
    res.status(202).json({ id: cart.id });
  } catch (err) {
    if (transaction) {
      await transaction.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    }
    next(err);
  }
});

module.exports = { router, producer };
