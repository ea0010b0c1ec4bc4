'use strict';

const { Producer } = require('node-rdkafka');

function defer() {
  const deferred = {};
  deferred.promise = new Promise((resolve, reject) => {
    deferred.settle = (err, value) => (err ? reject(err) : resolve(value));
  });
  return deferred;
}

class BrineTanks {
  constructor(brokers, plant) {
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `brine-${plant}`,
      'enable.idempotence': true,
    });
  }

  begin() {
    const { promise, settle } = defer();
    this.producer.beginTransaction(settle);
    return promise;
  }

  end(how, timeout = 15000) {
    const { promise, settle } = defer();
    if (how === 'commit') this.producer.commitTransaction(timeout, settle);
    else this.producer.abortTransaction(timeout, settle);
    return promise;
  }

  close() {
    const { promise, settle } = defer();
    this.producer.disconnect(5000, settle);
    return promise;
  }

  async store(levels) {
    await this.begin();
    try {
      for (const level of levels) {
        this.producer.produce('brine.levels', null, Buffer.from(JSON.stringify(level)), level.tank);
      }
    } catch (err) {
      await this.end('abort');
      throw err;
    }
    try {
      await this.end('commit', 30000);
    } catch (err) {
      await this.close().catch((closeErr) => console.error('not closed', closeErr));
      throw err;
    }
  }
}

module.exports = { BrineTanks };
