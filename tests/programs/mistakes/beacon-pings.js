'use strict';

const { Producer } = require('node-rdkafka');
const { EventEmitter } = require('node:events');

class BeaconWriter extends EventEmitter {
  constructor(brokers, site) {
    super();
    this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `beacons-${site}` });
    const call = (name) => (...args) =>
      new Promise((resolve, reject) => this.producer[name](...args, (err) => (err ? reject(err) : resolve())));
    this.begin = call('beginTransaction');
    this.commit = call('commitTransaction');
    this.abort = call('abortTransaction');
  }

  async write(batch) {
    await this.begin();
    try {
      for (const ping of batch) this.producer.produce('beacons.pings', null, Buffer.from(ping.payload), ping.beacon);
    } catch (err) {
      await this.abort(5000).catch((abortErr) => console.error('pings not rolled back', abortErr));
      throw err;
    }
    await this.commit(10000).catch(async (err) => {
      if (err.isTxnRequiresAbort) {
        await this.abort(5000).catch((abortErr) => console.error('pings not rolled back', abortErr));
      }
      throw err;
    });
  }

  async run(source) {
    for await (const [batch] of source) {
      try {
        await this.write(batch);
      } catch (err) {
        this.emit('error', err);
      }
    }
    this.emit('drained');
  }
}

module.exports = { BeaconWriter };
