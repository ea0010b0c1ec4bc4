'use strict';

const { promisify } = require('node:util');
const { KafkaConsumer, Producer } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 10000;

/** Sums the readings of a window and writes one record per room. */
class TemperatureRollup {
  constructor({ brokers, building }) {
    this.consumer = new KafkaConsumer(
      { 'bootstrap.servers': brokers, 'group.id': `rollup-${building}`, 'enable.auto.commit': false },
      { 'auto.offset.reset': 'earliest' },
    );
    this.producer = new Producer({
      'bootstrap.servers': brokers,
      'transactional.id': `temperature-rollup-${building}`,
    });
    this.begin = promisify(this.producer.beginTransaction.bind(this.producer));
    this.commit = promisify(this.producer.commitTransaction.bind(this.producer));
    this.abort = promisify(this.producer.abortTransaction.bind(this.producer));
    this.sendOffsets = promisify(this.producer.sendOffsetsToTransaction.bind(this.producer));
    this.consume = promisify(this.consumer.consume.bind(this.consumer));
    this.rooms = new Map();
    this.offsets = new Map();
  }

  note({ topic, partition, offset, key, value }) {
    const room = key.toString();
    const readings = this.rooms.get(room) ?? [];
    readings.push(Number(value));
    this.rooms.set(room, readings);
    this.offsets.set(`${topic}:${partition}`, { topic, partition, offset });
  }

  async flushWindow() {
    const offsets = [...this.offsets.values()];
    await this.begin();
    try {
      for (const [room, readings] of this.rooms) {
        const mean = readings.reduce((sum, reading) => sum + reading, 0) / readings.length;
        this.producer.produce('temperature.means', null, Buffer.from(mean.toFixed(2)), room);
      }
      await this.sendOffsets(offsets, this.consumer, TIMEOUT);
    } catch (err) {
      await this.abort(TIMEOUT).catch((abortErr) => console.error('window not rolled back', abortErr));
      throw err;
    }
    await this.commit(TIMEOUT);
    this.rooms.clear();
    this.offsets.clear();
  }

  async run(signal) {
    while (!signal.aborted) {
      const messages = await this.consume(1000);
      messages.forEach((message) => this.note(message));
      if (this.rooms.size > 0) {
        await this.flushWindow();
      }
    }
  }
}

module.exports = { TemperatureRollup };
