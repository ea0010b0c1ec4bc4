const { EventEmitter } = require('node:events');
const { Kafka } = require('kafkajs');

const Transacting = (Base) =>
  class extends Base {
    constructor(producer, ...rest) {
      super(...rest);
      this.producer = producer;
      this.current = undefined;
    }

    async begin() {
      this.current = await this.producer.transaction();
      return this.current;
    }

    async finish() {
      const tx = this.current;
      this.current = undefined;
      await tx.commit();
    }

    async rollback() {
      const tx = this.current;
      this.current = undefined;
      await tx?.abort();
    }
  };

class MenuPublisher extends Transacting(EventEmitter) {
  async publish(menu) {
    await this.begin();
    try {
      await this.current.send({
        topic: 'menus',
        messages: menu.dishes.map((dish) => ({ key: menu.day, value: dish })),
      });
      await this.finish();
    } catch (err) {
      await this.rollback().catch((e) => this.emit('warning', e));
      throw err;
    }
    this.emit('published', menu.day);
  }
}

exports.create = (brokers, canteen) => {
  const producer = new Kafka({ clientId: 'menus', brokers }).producer({
    transactionalId: `menus-${canteen}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  return new MenuPublisher(producer);
};
