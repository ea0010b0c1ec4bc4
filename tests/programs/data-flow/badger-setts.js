'use strict';

const { EventEmitter } = require('node:events');
const { KafkaConsumer, Producer } = require('node-rdkafka');

const settled = (start) =>
  new Promise((resolve, reject) => start((err, result) => (err ? reject(err) : resolve(result))));

class SettRelay extends EventEmitter {
  constructor(brokers) {
    super();
    this.taken = [];
    this.positions = new Map();
    this.consumer = new KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': 'setts', 'enable.auto.commit': false },
      { 'auto.offset.reset': 'earliest' },
    );
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'badger-setts' });
    this.consumer.on('data', (message) => this.take(message));
  }

  take({ topic, partition, offset, value, key }) {
    this.taken.push({ key, value: Buffer.from(value.toString().trim()) });
    this.positions.set(`${topic}/${partition}`, { topic, partition, offset });
    if (this.taken.length >= 500) this.emit('full');
  }

  /** Writes what was taken so far and its positions in one transaction. */
  async flush(timeout = 10000) {
    const { producer, consumer } = this;
    const batch = this.taken.splice(0);
    const offsets = [...this.positions.values()];

    await settled((done) => producer.beginTransaction(done));
    try {
      for (const { key, value } of batch) producer.produce('badgers.setts', null, value, key);
      await settled((done) => producer.sendOffsetsToTransaction(offsets, consumer, timeout, done));
    } catch (err) {
      await settled((done) => producer.abortTransaction(timeout, done)).catch((abortErr) =>
        this.emit('warning', abortErr),
      );
      throw err;
    }
    try {
      await settled((done) => producer.commitTransaction(timeout, done));
    } catch (err) {
      await settled((done) => producer.disconnect(done)).catch((closeErr) => this.emit('warning', closeErr));
      throw err;
    }
  }
}

module.exports = { SettRelay };
