const { Producer } = require('node-rdkafka');

class Scoreboard {
  #producer;
  #log;

  constructor(brokers, log = console) {
    this.#log = log;
    this.#producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'scoreboard' });
  }

  #call(name, ...args) {
    return new Promise((resolve, reject) => {
      this.#producer[name](...args, (err) => (err ? reject(err) : resolve()));
    });
  }

  async open() {
    await this.#call('connect', {});
    await this.#call('initTransactions', 10_000);
  }

  async post(scores) {
    await this.#call('beginTransaction');
    try {
      for (const [player, points] of Object.entries(scores)) {
        this.#producer.produce('scores', null, Buffer.from(String(points)), player);
      }
    } catch (err) {
      await this.#rollBack(err);
    }
    await this.#call('commitTransaction', 10_000).catch((err) => this.#rollBack(err));
  }

  async #rollBack(reason) {
    this.#log.warn('rolling back', reason);
    try {
      await this.#call('abortTransaction', 10_000);
    } catch (abortErr) {
      throw new AggregateError([reason, abortErr], 'scores not rolled back');
    }
    throw reason;
  }
}

module.exports = { Scoreboard };
