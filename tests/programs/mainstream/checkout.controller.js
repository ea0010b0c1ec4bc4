'use strict';

const { Kafka } = require('kafkajs');

class CheckoutController {
  #producer;

  /** @param {{ brokers: string[], carts: { load(id: string): Promise<any> } }} deps */
  constructor({ brokers, carts }) {
    this.carts = carts;
    this.#producer = new Kafka({ clientId: 'checkout', brokers }).producer({
      transactionalId: 'checkout',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.post = this.post.bind(this);
  }

  start() {
    return this.#producer.connect();
  }

  post(req, res, next) {
    this.#checkout(req.params.cartId).then(
      (orderId) => res.status(201).json({ orderId }),
      (err) => next(err),
    );
  }

  async #checkout(cartId) {
    const tx = await this.#producer.transaction();
    try {
      const cart = await this.carts.load(cartId);
      if (cart.items.length === 0) {
        throw Object.assign(new Error('the cart is empty'), { status: 422 });
      }
      await tx.send({ topic: 'checkout.orders', messages: [{ key: cartId, value: JSON.stringify(cart) }] });
      await tx.send({
        topic: 'checkout.items',
        messages: cart.items.map((item) => ({ key: item.sku, value: String(item.count) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], `cart ${cartId}: checkout and rollback failed`);
      });
      throw err;
    }
    await tx.commit();
    return `order-${cartId}`;
  }
}

module.exports = { CheckoutController };
