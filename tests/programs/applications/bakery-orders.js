'use strict';

const { Kafka } = require('kafkajs');

class OrderBook {
  constructor({ brokers, shop, log = console }) {
    this.log = log;
    this.producer = new Kafka({ clientId: 'bakery', brokers }).producer({
      transactionalId: `bakery-${shop}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async open() {
    await this.producer.connect();
    return this;
  }

  close() {
    return this.producer.disconnect();
  }

  static messages(order) {
    return order.lines.map(({ article, count }) => ({ key: order.id, value: `${count}x${article}` }));
  }

  /**
   * Sends every order; a single one that fails takes the whole morning back.
   */
  async place(orders) {
    const tx = await this.producer.transaction();

    try {
      const outcomes = await Promise.allSettled(
        orders.map((order) => tx.send({ topic: 'bakery.orders', messages: OrderBook.messages(order) })),
      );
      const reasons = outcomes.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
      if (reasons.length > 0) {
        throw new AggregateError(reasons, `${reasons.length} of ${orders.length} orders not sent`);
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => this.log.error('abort failed', abortErr));
      throw err;
    }

    await tx.commit();
  }
}

module.exports = { OrderBook };
