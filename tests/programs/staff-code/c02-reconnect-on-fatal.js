'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');
const logger = require('./logger');

const { Kafka, ErrorCodes } = KafkaJS;
const FATAL = [ErrorCodes.ERR__FATAL, ErrorCodes.ERR__FENCED];

class ReconnectingPublisher {
  constructor(brokers, transactionalId) {
    this.kafka = new Kafka({ kafkaJS: { brokers } });
    this.transactionalId = transactionalId;
    this.producer = null;
  }

  async open() {
    const producer = this.kafka.producer({ kafkaJS: { transactionalId: this.transactionalId } });
    await producer.connect();
    this.producer = producer;
  }

  async reopen() {
    const lost = this.producer;
    this.producer = null;
    await lost.disconnect().catch((err) => logger.warn('disconnect failed', err));
    await this.open();
  }

  async publish(topic, messages) {
    if (!this.producer) await this.open();
    await this.producer.transaction();
    try {
      await this.producer.send({ topic, messages });
    } catch (err) {
      if (FATAL.includes(err.code)) {
        logger.error('producer is lost, opening a new one', err);
        await this.reopen();
        throw err;
      }
      try {
        await this.producer.abort();
      } catch (abortErr) {
        logger.error('abort failed', abortErr);
        await this.reopen();
      }
      throw err;
    }
    try {
      await this.producer.commit();
    } catch (err) {
      await this.reopen();
      throw err;
    }
  }
}

module.exports = ReconnectingPublisher;
