'use strict';

const { Producer } = require('node-rdkafka');
const { promisify } = require('node:util');

const TIMEOUT = 10000;

class Feeder {
  constructor(brokers, zoo) {
    this.raw = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `feedings-${zoo}` });
    for (const name of ['connect', 'initTransactions', 'beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect']) {
      this[name] = promisify(this.raw[name].bind(this.raw));
    }
  }

  static async start(brokers, zoo) {
    const feeder = new Feeder(brokers, zoo);
    await feeder.connect({});
    await feeder.initTransactions(TIMEOUT);
    return feeder;
  }

  async feed(animal, portions) {
    await this.beginTransaction();
    try {
      portions.forEach((portion) => this.raw.produce('zoo.feedings', null, Buffer.from(portion), animal));
      await this.commitTransaction(TIMEOUT);
    } catch (err) {
      if (err.isTxnRequiresAbort) await this.abortTransaction(TIMEOUT).catch((e) => console.error('not aborted', e));
      throw err;
    }
  }
}

/** A feeder that failed is thrown away; the rest of the round goes to a new one. */
exports.feedAll = async function feedAll(brokers, zoo, round) {
  const hungry = [];
  let feeder = await Feeder.start(brokers, zoo);
  for (const [animal, portions] of Object.entries(round)) {
    try {
      await feeder.feed(animal, portions);
    } catch (err) {
      hungry.push({ animal, err });
      await feeder.disconnect(TIMEOUT).catch((e) => console.error('not disconnected', e));
      feeder = await Feeder.start(brokers, zoo);
    }
  }
  await feeder.disconnect(TIMEOUT);
  return hungry;
};
