const { Kafka } = require('kafkajs');
const Joi = require('joi');
const pino = require('pino');

const log = pino({ name: 'order-fanout' });
const schema = Joi.object({
  id: Joi.string().required(),
  lines: Joi.array().items(Joi.object({ sku: Joi.string(), qty: Joi.number() })).min(1),
  gift: Joi.boolean().default(false),
});

function fanout(order) {
  const key = order.id;
  const topics = { 'orders.accepted': order, 'billing.todo': { id: order.id }, 'picking.todo': order.lines };
  if (order.gift) topics['gift-wrap.todo'] = { id: order.id };
  return Object.entries(topics).map(([topic, body]) => ({ topic, messages: [{ key, value: JSON.stringify(body) }] }));
}

class OrderFanout {
  /** @param {import('kafkajs').KafkaConfig} cfg */
  constructor(cfg) {
    this.producer = new Kafka(cfg).producer({
      transactionalId: `order-fanout-${cfg.clientId}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async accept(body) {
    const order = Joi.attempt(body, schema);
    const tx = await this.producer.transaction();

    const results = await Promise.allSettled(fanout(order).map((record) => tx.send(record)));
    const reasons = results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : []));

    if (reasons.length > 0) {
      log.error({ order: order.id, failed: reasons.length, of: results.length }, 'rolling the order back');
      try {
        await tx.abort();
      } catch (abortErr) {
        reasons.push(abortErr);
      }
      throw new AggregateError(reasons, `order ${order.id} was not accepted`);
    }

    await tx.commit();
    return { accepted: order.id, records: results.length };
  }

  connect() {
    return this.producer.connect();
  }

  close() {
    return this.producer.disconnect();
  }
}

module.exports = OrderFanout;
