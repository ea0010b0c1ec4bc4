'use strict';

const { promisify } = require('node:util');
const { setTimeout: sleep } = require('node:timers/promises');
const { Producer } = require('node-rdkafka');

const MS = 10_000;

class ManifestWriter {
  constructor(brokers, harbour) {
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `manifests-${harbour}`,
      'enable.idempotence': true,
    });
    const bound = (name) => promisify(this.producer[name].bind(this.producer));
    this.begin = bound('beginTransaction');
    this.commit = bound('commitTransaction');
    this.abort = bound('abortTransaction');
    this.disconnect = bound('disconnect');
  }

  /** Up to three attempts with a growing pause; after that the producer is closed. */
  async rollBack() {
    let reason;
    for (let attempt = 1; attempt <= 3; attempt++) {
      try {
        await this.abort(MS);
        return;
      } catch (err) {
        reason = err;
        await sleep(attempt * 250);
      }
    }
    console.error('manifests: not rolled back, closing', reason);
    await this.disconnect(5000);
  }

  async write(manifest) {
    const lines = manifest.containers.map((c) => [c.number, Buffer.from(JSON.stringify(c))]);
    await this.begin();
    try {
      for (const [key, value] of lines) {
        this.producer.produce('ships.manifests', null, value, key, Date.now());
      }
    } catch (err) {
      await this.rollBack().catch((closeErr) => console.error('manifests: not closed', closeErr));
      throw err;
    }
    try {
      await this.commit(MS);
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await this.rollBack().catch((closeErr) => console.error('manifests: not closed', closeErr));
      } else {
        await this.disconnect(5000).catch(console.error);
      }
      throw err;
    }
  }
}

module.exports = { ManifestWriter };
