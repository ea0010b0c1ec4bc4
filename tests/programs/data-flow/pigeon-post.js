'use strict';

const kafkajs = require('kafkajs');

const { Kafka, KafkaJSProtocolError } = kafkajs;

const ACTIONS = Object.freeze({
  INVALID_PRODUCER_EPOCH: 'close',
  INVALID_PRODUCER_ID_MAPPING: 'close',
  TOPIC_AUTHORIZATION_FAILED: 'abort',
});

class PostError extends Error {
  static of(loft) {
    return (cause) => new PostError(`post from ${loft} was not delivered`, { cause });
  }

  get type() {
    return this.cause instanceof KafkaJSProtocolError ? this.cause.type : this.cause?.cause?.type;
  }

  get action() {
    return ACTIONS[this.type] ?? 'abort';
  }
}

class PigeonPost {
  constructor({ brokers, loft }) {
    this.loft = loft;
    this.producer = new Kafka({ clientId: 'pigeons', brokers }).producer({
      transactionalId: `pigeon-post-${loft}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async deliver(letters) {
    const unaddressed = letters.find(({ to }) => !to);
    if (unaddressed) throw new RangeError(`letter ${unaddressed.id} has no address`);
    const messages = letters.map(({ to: key, ...letter }) => ({ key, value: JSON.stringify(letter) }));

    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'pigeons.letters', messages });
    } catch (err) {
      const wrapped = PostError.of(this.loft)(err);
      const cleanUp = wrapped.action === 'close' ? () => this.producer.disconnect() : () => tx.abort();
      await cleanUp().catch((other) => console.error(`clean-up (${wrapped.action}) failed`, other));
      throw wrapped;
    }
    await tx.commit();
  }
}

module.exports = { PigeonPost, PostError };
