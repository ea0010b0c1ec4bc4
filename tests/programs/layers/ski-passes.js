'use strict';

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');

const TIMEOUT = 10000;

class Lane {
  constructor(brokers, partition) {
    this.partition = partition;
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `ski-passes-${partition}`,
    });
    const p = (name) => promisify(this.producer[name].bind(this.producer));
    this.connect = p('connect');
    this.init = p('initTransactions');
    this.begin = p('beginTransaction');
    this.commit = p('commitTransaction');
    this.abort = p('abortTransaction');
    this.disconnect = p('disconnect');
  }

  async write(passes) {
    await this.begin();
    try {
      for (const pass of passes) {
        this.producer.produce('ski.passes', this.partition, Buffer.from(JSON.stringify(pass)), pass.chip);
      }
    } catch (err) {
      await this.abort(TIMEOUT).catch((abortErr) => console.error('lane %d: abort failed', this.partition, abortErr));
      throw err;
    }
    await this.commit(TIMEOUT);
  }
}

/** One lane for each partition. A lane that fails is closed and forgotten. */
class Lanes {
  constructor(brokers) {
    this.brokers = brokers;
    this.lanes = new Map();
  }

  async lane(partition) {
    let lane = this.lanes.get(partition);
    if (!lane) {
      lane = new Lane(this.brokers, partition);
      await lane.connect({});
      await lane.init(TIMEOUT);
      this.lanes.set(partition, lane);
    }
    return lane;
  }

  async write(partition, passes) {
    const lane = await this.lane(partition);
    try {
      await lane.write(passes);
    } catch (err) {
      this.lanes.delete(partition);
      await lane.disconnect(TIMEOUT).catch((closeErr) => console.error('lane %d not closed', partition, closeErr));
      throw err;
    }
  }
}

module.exports = { Lanes };
