'use strict';

const { KafkaConsumer, Producer } = require('node-rdkafka');
const { score } = require('./scoring');
const { tracer } = require('./tracing');

const TIMEOUT = 10_000;

const promised = (start) => new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

class FraudScoring {
  constructor({ brokers, ordinal }) {
    this.consumer = new KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': 'fraud-scoring', 'enable.auto.commit': false },
      {},
    );
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `fraud-scoring-${ordinal}` });
  }

  async start() {
    await promised((cb) => this.producer.connect({}, cb));
    await promised((cb) => this.producer.initTransactions(TIMEOUT, cb));
    await promised((cb) => this.consumer.connect({}, cb));

    this.consumer.on('data', async (message) => {
      const span = tracer.startSpan('fraud.score');
      await this.handle(message);
      span.finish();
    });
    this.consumer.subscribe(['payments.initiated']);
    this.consumer.consume();
  }

  async handle(message) {
    const { topic, partition, offset } = message;
    await promised((cb) => this.producer.beginTransaction(cb));
    try {
      const verdict = await score(JSON.parse(message.value.toString()));
      this.producer.produce('payments.scored', null, Buffer.from(JSON.stringify(verdict)), message.key);
      const next = [{ topic, partition, offset: offset + 1 }];
      await promised((cb) => this.producer.sendOffsetsToTransaction(next, this.consumer, TIMEOUT, cb));
    } catch (err) {
      await this.cancel();
      throw err;
    }
    try {
      await promised((cb) => this.producer.commitTransaction(TIMEOUT, cb));
    } catch (err) {
      await (err.isTxnRequiresAbort ? this.cancel() : this.stop());
      throw err;
    }
  }

  async cancel() {
    try {
      await promised((cb) => this.producer.abortTransaction(TIMEOUT, cb));
    } catch (err) {
      console.error('fraud scoring: abort failed, stopping', err);
      await this.stop();
    }
  }

  async stop() {
    await promised((cb) => this.consumer.disconnect(cb));
    await promised((cb) => this.producer.disconnect(TIMEOUT, cb));
  }
}

module.exports = { FraudScoring };
