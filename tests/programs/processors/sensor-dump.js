'use strict';

const { promisify } = require('node:util');
const { RdKafka } = require('@confluentinc/kafka-javascript');
const promClient = require('prom-client');

const skipped = new promClient.Counter({ name: 'sensor_rows_skipped', help: 'Rows that could not be produced' });

module.exports = class SensorDump {
  constructor(brokers, plant) {
    this.rd = new RdKafka.Producer({ 'bootstrap.servers': brokers, 'transactional.id': `sensors-${plant}` });
    this.begin = promisify(this.rd.beginTransaction).bind(this.rd);
    this.commit = promisify(this.rd.commitTransaction).bind(this.rd);
    this.abort = promisify(this.rd.abortTransaction).bind(this.rd);
    this.disconnect = promisify(this.rd.disconnect).bind(this.rd);
  }

  async open() {
    await promisify(this.rd.connect).call(this.rd, {});
    await promisify(this.rd.initTransactions).call(this.rd, 30000);
  }

  put(row) {
    try {
      this.rd.produce('sensors', null, Buffer.from(JSON.stringify(row)), row.sensor);
    } catch (err) {
      skipped.inc();
      console.warn('row skipped', row.sensor, err.message);
    }
  }

  async dump(rows) {
    await this.begin();
    for (const row of rows) this.put(row);
    try {
      await this.commit(30000);
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await this.abort(10000).catch((abortErr) => console.error('abort failed', abortErr));
      } else {
        await this.disconnect().catch((closeErr) => console.error('disconnect failed', closeErr));
      }
      throw err;
    }
    return rows.length;
  }
};
