'use strict';

const { HighLevelProducer } = require('node-rdkafka');
const { promisify } = require('node:util');

class TripLog {
  static #TIMEOUT = 12000;
  #producer;

  constructor(brokers, building) {
    this.#producer = new HighLevelProducer({
      'bootstrap.servers': brokers,
      'transactional.id': `elevator-trips-${building}`,
    });
    this.begin = promisify(this.#producer.beginTransaction.bind(this.#producer));
    this.commit = promisify(this.#producer.commitTransaction.bind(this.#producer));
    this.abort = promisify(this.#producer.abortTransaction.bind(this.#producer));
    this.init = promisify(this.#producer.initTransactions.bind(this.#producer));
  }

  async #rollBack() {
    await this.abort(TripLog.#TIMEOUT).catch((err) => console.error('trips: not rolled back', err));
  }

  async log(trips) {
    await this.begin();
    try {
      await Promise.all(trips.map((trip) => this.#write(trip)));
    } catch (err) {
      await this.#rollBack();
      throw err;
    }
    try {
      await this.commit(TripLog.#TIMEOUT);
    } catch (err) {
      if (err.isTxnRequiresAbort) await this.#rollBack();
      throw err;
    }
  }

  #write(trip) {
    return new Promise((resolve, reject) => {
      const value = Buffer.from(JSON.stringify(trip));
      this.#producer.produce('elevators.trips', null, value, trip.cabin, null, (err) => (err ? reject(err) : resolve()));
    });
  }
}

module.exports = { TripLog };
