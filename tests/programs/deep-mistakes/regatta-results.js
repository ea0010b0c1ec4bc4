'use strict';

const { promisify } = require('node:util');
const { Producer } = require('@confluentinc/kafka-javascript').RdKafka;

class RegattaBoard {
  constructor(brokers, logger = console) {
    this.logger = logger;
    this.producer = new Producer({ 'bootstrap.servers': brokers, 'transactional.id': 'regatta-board' });
    for (const name of ['connect', 'initTransactions', 'beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect']) {
      this[name] = promisify(this.producer[name]).bind(this.producer);
    }
  }

  async open() {
    await this.connect({});
    await this.initTransactions(10000);
  }

  put(boat) {
    try {
      this.producer.produce('regatta.results', null, Buffer.from(JSON.stringify(boat)), boat.sail);
    } catch (err) {
      this.logger.warn(`boat ${boat.sail} was not queued: ${err.message}`);
    }
  }

  async publish(race) {
    await this.beginTransaction();
    for (const boat of race.boats) {
      this.put(boat);
    }
    try {
      await this.commitTransaction(20000);
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await this.abortTransaction(20000).catch((e) => this.logger.error(e));
      } else {
        await this.disconnect();
      }
      throw err;
    }
  }
}

module.exports = RegattaBoard;
