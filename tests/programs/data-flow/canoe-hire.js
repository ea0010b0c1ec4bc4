const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

class HireBatch {
  #resumesLeft = 5;
  #hires = new Map();

  constructor(producer) {
    this.producer = producer;
  }

  static async open(brokers, station) {
    const kafka = new Kafka({ kafkaJS: { brokers } });
    const producer = kafka.producer({ kafkaJS: { transactionalId: `canoe-hire-${station}` } });
    await producer.connect();
    return new HireBatch(producer);
  }

  get messages() {
    return [...this.#hires].map(([canoe, hire]) => ({ key: canoe, value: JSON.stringify(hire) }));
  }

  add(canoe, hire) {
    this.#hires.set(canoe, hire);
    return this;
  }

  async write() {
    const { messages, producer } = this;
    await producer.transaction();
    try {
      await producer.send({ topic: 'canoes.hired', messages });
    } catch (err) {
      await this.#undo(err);
      throw err;
    }
    return this.#settle();
  }

  #undo(reason) {
    return this.producer.abort().catch((abortErr) => console.error('not undone', { reason, abortErr }));
  }

  #settle() {
    return this.producer.commit().then(
      () => this.#hires.clear(),
      (err) => {
        if (err.code === ErrorCodes.ERR__TIMED_OUT && this.#resumesLeft-- > 0) return this.#settle();
        return this.producer.disconnect().then(() => Promise.reject(err));
      },
    );
  }
}

module.exports = { HireBatch };
