'use strict';

const { promisify } = require('node:util');
const { KafkaConsumer, Producer } = require('node-rdkafka');

const WAIT = 8000;

class Relay {
  #producer;
  #call;

  constructor(brokers, group) {
    this.consumer = new KafkaConsumer({
      'metadata.broker.list': brokers,
      'group.id': group,
      'enable.auto.commit': false,
    }, {});
    this.#producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `${group}-relay`,
    });
    const bound = (name) => promisify(this.#producer[name].bind(this.#producer));
    this.#call = {
      connect: bound('connect'),
      init: bound('initTransactions'),
      begin: bound('beginTransaction'),
      offsets: bound('sendOffsetsToTransaction'),
      commit: bound('commitTransaction'),
      abort: bound('abortTransaction'),
      close: bound('disconnect'),
    };
  }

  async open() {
    await this.#call.connect({});
    await this.#call.init(WAIT);
  }

  async #resume(operation, tries = 3) {
    try {
      return await operation();
    } catch (err) {
      if (err.isRetriable && tries > 1) {
        return this.#resume(operation, tries - 1);
      }
      throw err;
    }
  }

  async #giveUp(reason) {
    try {
      await this.#resume(() => this.#call.abort(WAIT));
    } catch (abortErr) {
      await this.#call.close(WAIT);
      throw new AggregateError([reason, abortErr], 'record neither relayed nor rolled back');
    }
    throw reason;
  }

  async relay({ topic, partition, offset, key, value }) {
    await this.#call.begin();
    try {
      this.#producer.produce(`${topic}.relayed`, null, value, key);
      const next = [{ topic, partition, offset: offset + 1 }];
      await this.#resume(() => this.#call.offsets(next, this.consumer, WAIT));
    } catch (err) {
      return this.#giveUp(err);
    }
    try {
      await this.#resume(() => this.#call.commit(WAIT));
    } catch (err) {
      if (err.isTxnRequiresAbort) return this.#giveUp(err);
      await this.#call.close(WAIT);
      throw err;
    }
  }
}

module.exports = { Relay };
