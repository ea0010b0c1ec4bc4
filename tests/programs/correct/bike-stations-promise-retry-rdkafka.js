'use strict';

const { promisify } = require('node:util');
const promiseRetry = require('promise-retry');
const { Producer } = require('node-rdkafka');

const TIMEOUT = 8000;

module.exports = class BikeStations {
  constructor(conf, city) {
    this.producer = new Producer({ ...conf, 'transactional.id': `bike-stations-${city}` });
    for (const name of ['beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect']) {
      this[name] = promisify(this.producer[name].bind(this.producer));
    }
  }

  commit() {
    return promiseRetry({ retries: 5, minTimeout: 200 }, (retry) =>
      this.commitTransaction(TIMEOUT).catch((err) => {
        if (err.isRetriable && !err.isTxnRequiresAbort) {
          return retry(err);
        }
        throw err;
      }),
    );
  }

  async rollBack(reason) {
    try {
      await this.abortTransaction(TIMEOUT);
    } catch (abortErr) {
      throw new AggregateError([reason, abortErr], 'stations not rolled back');
    }
  }

  async update(stations) {
    await this.beginTransaction();
    try {
      for (const { id, free, docked } of stations) {
        this.producer.produce('bikes.stations', null, Buffer.from(JSON.stringify({ free, docked })), id);
      }
    } catch (err) {
      await this.rollBack(err);
      throw err;
    }
    try {
      await this.commit();
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await this.rollBack(err);
      } else {
        await this.disconnect().catch((closeErr) => console.error(closeErr));
      }
      throw err;
    }
  }
};
