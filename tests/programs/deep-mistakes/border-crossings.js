'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { ErrorCodes: Codes } = KafkaJS;

const MAX = 3;

module.exports = class Crossings {
  /** @param {KafkaJS.Kafka} kafka */
  constructor(kafka, post) {
    this.post = post;
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `border-${post}` } });
  }

  async rollBack() {
    for (let n = 0; ; n++) {
      try {
        await this.producer.abort();
        return;
      } catch (err) {
        const resumable = err.code === Codes.ERR__TIMED_OUT && n < MAX;
        if (resumable) continue;
        console.error(`post ${this.post}: abort failed, closing`, err);
        await this.producer.disconnect();
        return;
      }
    }
  }

  async record(vehicles) {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'border.crossings',
        messages: vehicles.map((v) => ({ key: v.plate, value: `${this.post} ${v.direction}` })),
      });
    } catch (err) {
      await this.rollBack().catch((e) => console.error(`post ${this.post}: not closed`, e));
      throw err;
    }
    await this.finish();
  }

  async finish() {
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }
};
