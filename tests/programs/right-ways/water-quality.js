'use strict';

const { KafkaConsumer, Producer } = require('node-rdkafka');

const WAIT = 8000;

module.exports = class WaterQuality {
  constructor(brokers, region) {
    this.consumer = new KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': `water-${region}`, 'enable.auto.commit': false },
      { 'auto.offset.reset': 'earliest' },
    );
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `water-${region}` });
  }

  relay(samples, done) {
    const positions = samples.map((s) => ({ topic: s.topic, partition: s.partition, offset: s.offset + 1 }));
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return this.#shut(beginErr, done);
      for (const sample of samples) {
        try {
          this.producer.produce('water.quality', sample.partition, sample.value, sample.key);
        } catch (err) {
          return this.#undo(samples, err, done);
        }
      }
      this.#offsets(samples, positions, 3, done);
    });
  }

  /** sendOffsetsToTransaction may be called again after a retriable error; the records are not touched. */
  #offsets(samples, positions, left, done) {
    this.producer.sendOffsetsToTransaction(positions, this.consumer, WAIT, (err) => {
      if (!err) return this.#commit(samples, 3, done);
      if (!err.isTxnRequiresAbort && err.isRetriable && left > 0) {
        return this.#offsets(samples, positions, left - 1, done);
      }
      this.#undo(samples, err, done);
    });
  }

  #commit(samples, left, done) {
    this.producer.commitTransaction(WAIT, (err) => {
      if (!err) done(null);
      else if (err.isTxnRequiresAbort) this.#undo(samples, err, done);
      else if (err.isRetriable && left > 0) this.#commit(samples, left - 1, done);
      else this.#shut(err, done);
    });
  }

  #undo(samples, reason, done) {
    this.producer.abortTransaction(WAIT, (abortErr) => {
      if (abortErr) return this.#shut(reason, done);
      const first = new Map();
      for (const { topic, partition, offset } of samples) {
        const key = `${topic}/${partition}`;
        if (!first.has(key)) first.set(key, { topic, partition, offset });
      }
      const rest = [...first.values()];
      const rewind = () => {
        const position = rest.shift();
        if (!position) return done(reason);
        this.consumer.seek(position, WAIT, (seekErr) => (seekErr ? this.#shut(reason, done) : rewind()));
      };
      rewind();
    });
  }

  #shut(reason, done) {
    this.producer.disconnect(WAIT, () => done(reason));
  }
};
