'use strict';

const { Producer } = require('node-rdkafka');

const call = (fn) => new Promise((resolve, reject) => fn((err, res) => (err ? reject(err) : resolve(res))));

class RolledBackError extends Error {
  constructor(cause) {
    super('the broker wanted the transaction aborted', { cause });
  }
}

class SeedVault {
  constructor(brokers) {
    this.p = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'seed-vault' });
  }

  async deposit(seeds) {
    const attempts = 3;
    for (let n = 1; n <= attempts; n += 1) {
      try {
        return await this.writeOnce(seeds);
      } catch (err) {
        if (!(err instanceof RolledBackError) || n === attempts) throw err;
      }
    }
  }

  async writeOnce(seeds) {
    await call((cb) => this.p.beginTransaction(cb));
    try {
      for (const { species, grams } of seeds) {
        this.p.produce('vault.seeds', null, Buffer.from(String(grams)), species);
      }
    } catch (err) {
      await this.quit(err);
    }

    try {
      await call((cb) => this.p.commitTransaction(20000, cb));
    } catch (err) {
      if (!err.isTxnRequiresAbort) {
        await this.quit(err);
      }
      try {
        await call((cb) => this.p.abortTransaction(20000, cb));
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'seeds neither stored nor rolled back');
      }
      throw new RolledBackError(err);
    }
    return seeds.length;
  }

  /** Closes the producer, which ends its transaction too, and throws the reason. */
  async quit(reason) {
    await call((cb) => this.p.disconnect(5000, cb)).catch((e) => console.error('vault: not closed', e));
    throw reason;
  }
}

module.exports = { SeedVault };
