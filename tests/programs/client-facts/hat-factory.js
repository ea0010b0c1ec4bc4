const { Kafka } = require('kafkajs');

class HatFactory {
  static #kafka;
  static #line;

  static {
    HatFactory.#kafka = new Kafka({ clientId: 'hats', brokers: ['kafka:9092'] });
    HatFactory.#line = HatFactory.#kafka.producer({
      transactionalId: 'hat-factory-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  get #producer() {
    return HatFactory.#line;
  }

  connect() {
    return this.#producer.connect();
  }

  async make(hats) {
    const tx = await this.#producer.transaction();
    const sends = hats.map((hat) => tx.send({ topic: 'hats.made', messages: [{ key: hat.size, value: hat.felt }] }));
    try {
      await Promise.all(sends);
    } catch (err) {
      await Promise.allSettled(sends);
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], 'hats not rolled back');
      });
      throw err;
    }
    await tx.commit();
    return hats.length;
  }
}

module.exports = new HatFactory();
