'use strict';

const { promisify } = require('node:util');
const { KafkaConsumer, Producer } = require('node-rdkafka');

const TIMEOUT = 9000;

class ContainerFlow {
  constructor(brokers, port) {
    this.consumer = new KafkaConsumer({
      'metadata.broker.list': brokers,
      'group.id': `containers-${port}`,
      'enable.auto.commit': false,
    });
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `containers-${port}`,
    });
    const bound = (name) => promisify(this.producer[name].bind(this.producer));
    this.tx = {
      begin: bound('beginTransaction'),
      sendOffsets: bound('sendOffsetsToTransaction'),
    };
    this.commit = promisify(this.producer.commitTransaction.bind(this.producer));
    this.abort = promisify(this.producer.abortTransaction.bind(this.producer));
  }

  async sendOffsets(offsets) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.tx.sendOffsets(offsets, this.consumer, TIMEOUT);
      } catch (err) {
        if (!err.isRetriable || attempt === 4) throw err;
      }
    }
  }

  async move(messages) {
    await this.tx.begin();
    try {
      for (const message of messages) {
        this.producer.produce('containers.moved', null, message.value, message.key, Date.now());
      }
      await this.sendOffsets(this.consumer.position());
    } catch (err) {
      await this.abort(TIMEOUT).catch((abortErr) => {
        throw new AggregateError([err, abortErr], 'moves not rolled back');
      });
      throw err;
    }
    await this.commit(TIMEOUT);
  }
}

module.exports = { ContainerFlow };
