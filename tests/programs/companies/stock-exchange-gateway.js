'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');
const log = require('./log').child({ module: 'gateway' });

const INIT = { attempts: 6, timeout: 15000, pause: 1000 };
const END = { attempts: 4, timeout: 10000, pause: 250 };

/** Calls `operation` until it succeeds; only errors that librdkafka calls retriable are tried again. */
async function resume({ attempts, timeout, pause }, operation) {
  let attempt = 0;
  for (;;) {
    attempt += 1;
    try {
      return await operation(timeout);
    } catch (err) {
      if (!err.isRetriable || attempt >= attempts) {
        throw err;
      }
      log.warn({ err, attempt }, 'not finished in time, resuming');
      await sleep(pause * attempt);
    }
  }
}

class ExchangeGateway {
  #producer;
  #ops;
  ready = false;

  constructor(brokers, venue) {
    const producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `exchange-${venue}`,
      'enable.idempotence': true,
      'linger.ms': 5,
    });
    this.#producer = producer;
    this.#ops = {
      connect: promisify(producer.connect.bind(producer)),
      init: promisify(producer.initTransactions.bind(producer)),
      begin: promisify(producer.beginTransaction.bind(producer)),
      commit: promisify(producer.commitTransaction.bind(producer)),
      abort: promisify(producer.abortTransaction.bind(producer)),
      disconnect: promisify(producer.disconnect.bind(producer)),
    };
  }

  async start() {
    await this.#ops.connect({});
    await resume(INIT, this.#ops.init);
    this.ready = true;
  }

  async stop() {
    this.ready = false;
    await this.#ops.disconnect(5000);
  }

  async publish(trades) {
    await this.#ops.begin();
    try {
      for (const trade of trades) {
        this.#producer.produce('exchange.trades', null, Buffer.from(JSON.stringify(trade)), trade.isin);
      }
    } catch (err) {
      await this.#rollBack();
      throw err;
    }

    try {
      await resume(END, this.#ops.commit);
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await this.#rollBack();
      } else {
        await this.stop();
      }
      throw err;
    }
  }

  async #rollBack() {
    try {
      await resume(END, this.#ops.abort);
    } catch (err) {
      log.error({ err }, 'abort failed, closing the producer');
      await this.stop();
    }
  }
}

module.exports = { ExchangeGateway };
