const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

/** Publishes a like together with its notification. */
class LikesPublisher {
  #producer;
  #busy = false;

  constructor(bootstrap) {
    this.#producer = new Kafka({ kafkaJS: { brokers: bootstrap } }).producer({
      kafkaJS: { transactionalId: 'likes-api', acks: -1 },
      'transaction.timeout.ms': 10000,
    });
  }

  connect = () => this.#producer.connect();

  /** One at a time, this client has one transaction per producer. */
  async like(postId, userId) {
    if (this.#busy) throw new Error('try again later');
    this.#busy = true;
    try {
      await this.#publish(postId, userId);
    } finally {
      this.#busy = false;
    }
  }

  async #publish(postId, userId) {
    await this.#producer.transaction();

    try {
      await this.#producer.send({ topic: 'likes', messages: [{ key: postId, value: userId }] });
      await this.#producer.send({ topic: 'notifications', messages: [{ key: userId, value: postId }] });
    } catch (error) {
      console.error('like not published', error.code);
      await this.#producer.abort().catch((abortError) => console.error('abort failed', abortError.code));
      throw error;
    }

    await this.#producer.commit();
  }
}

module.exports = { LikesPublisher };
