'use strict';

const { promisify } = require('node:util');
const { Producer, CODES } = require('node-rdkafka');

const QUEUE_FULL = CODES.ERRORS.ERR__QUEUE_FULL;
const MAX_DRAINS = 20;

class ScanWriter {
  constructor({ brokers, depot }) {
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `parcel-scans-${depot}`,
      'enable.idempotence': true,
      'queue.buffering.max.messages': 20000,
    });
    this.begin = promisify(this.producer.beginTransaction.bind(this.producer));
    this.commit = promisify(this.producer.commitTransaction.bind(this.producer));
    this.abort = promisify(this.producer.abortTransaction.bind(this.producer));
    this.flush = promisify(this.producer.flush.bind(this.producer));
  }

  /** Hands a scan to the client's queue; waits while that queue is full. */
  async enqueue(scan) {
    const value = Buffer.from(JSON.stringify(scan));
    for (let drains = 0; ; drains += 1) {
      try {
        this.producer.produce('parcels.scans', null, value, scan.parcel, Date.now());
        return;
      } catch (err) {
        if (err.code !== QUEUE_FULL || drains === MAX_DRAINS) {
          throw err;
        }
      }
      await this.flush(500).catch((err) => console.warn('scan queue not drained yet', err.message));
    }
  }

  async write(scans) {
    await this.begin();
    try {
      for (const scan of scans) {
        await this.enqueue(scan);
      }
    } catch (err) {
      await this.abort(10000).catch((abortErr) => console.error('scans not rolled back', abortErr));
      throw err;
    }
    await this.commit(30000);
  }
}

module.exports = { ScanWriter };
