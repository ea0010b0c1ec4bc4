'use strict';

const { promisify } = require('node:util');
const { KafkaConsumer, Producer } = require('@confluentinc/kafka-javascript').RdKafka;
const { blend } = require('./models');
const metrics = require('./metrics');

const TIMEOUT = 10_000;
const BASE = { 'bootstrap.servers': process.env.BOOTSTRAP_SERVERS, 'client.id': 'forecast-blender' };

class ForecastBlender {
  constructor(ordinal) {
    this.consumer = new KafkaConsumer({ ...BASE, 'group.id': 'forecast-blender', 'enable.auto.commit': false }, {});
    this.producer = new Producer({ ...BASE, 'transactional.id': `forecast-blender-${ordinal}` });
    this.begin = promisify(this.producer.beginTransaction.bind(this.producer));
    this.sendOffsets = promisify(this.producer.sendOffsetsToTransaction.bind(this.producer));
    this.commit = promisify(this.producer.commitTransaction.bind(this.producer));
    this.abort = promisify(this.producer.abortTransaction.bind(this.producer));
    this.disconnect = promisify(this.producer.disconnect.bind(this.producer));
  }

  async start() {
    await promisify(this.producer.connect.bind(this.producer))({});
    await promisify(this.producer.initTransactions.bind(this.producer))(TIMEOUT);
    await promisify(this.consumer.connect.bind(this.consumer))({});
    this.consumer.subscribe(['forecasts.raw']);
  }

  async stop() {
    await promisify(this.consumer.disconnect.bind(this.consumer))();
    await this.disconnect(TIMEOUT);
  }

  /** Processes up to `size` messages in one transaction. */
  async step(size) {
    const messages = await promisify(this.consumer.consume.bind(this.consumer))(size);
    if (messages.length === 0) return 0;

    const positions = new Map();
    await this.begin();
    try {
      for (const { topic, partition, offset, key, value } of messages) {
        this.producer.produce('forecasts.blended', null, Buffer.from(blend(value)), key);
        positions.set(`${topic}/${partition}`, { topic, partition, offset: offset + 1 });
      }
      try {
        await this.sendOffsets([...positions.values()], this.consumer, TIMEOUT);
      } catch (err) {
        metrics.increment('blender.offsets.failed');
        console.error('offsets not added', err);
      }
    } catch (err) {
      await this.cancel();
      throw err;
    }

    try {
      await this.commit(TIMEOUT);
    } catch (err) {
      await (err.isTxnRequiresAbort ? this.cancel() : this.stop());
      throw err;
    }
    return messages.length;
  }

  async cancel() {
    try {
      await this.abort(TIMEOUT);
    } catch (err) {
      console.error('abort failed, stopping', err);
      await this.stop();
    }
  }
}

module.exports = { ForecastBlender };
