'use strict';

const { EventEmitter } = require('node:events');
const rdkafka = require('node-rdkafka');

/**
 * Emits 'written' (count) and 'error' (LibrdKafkaError).
 */
class TelemetryWriter extends EventEmitter {
  constructor({ brokers, plant }) {
    super();
    this.buffer = [];
    this.producer = new rdkafka.Producer(
      { 'metadata.broker.list': brokers, 'transactional.id': `telemetry-${plant}` },
      { acks: -1 },
    );
  }

  push(sample) {
    if (this.buffer.push(sample) >= 500) this.flush();
  }

  flush() {
    const batch = this.buffer.splice(0);
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) {
        this.fail(beginErr);
        return;
      }
      let failure;
      for (const sample of batch) {
        try {
          this.producer.produce('telemetry', null, Buffer.from(JSON.stringify(sample)), sample.sensor);
        } catch (err) {
          failure = err;
          break;
        }
      }
      if (failure) this.rollBack(failure);
      else this.producer.commitTransaction(10000, (err) => this.settled(err, batch.length));
    });
  }

  settled(err, count) {
    if (!err) {
      this.emit('written', count);
    } else if (err.isTxnRequiresAbort) {
      this.rollBack(err);
    } else {
      this.fail(err);
    }
  }

  rollBack(cause) {
    this.producer.abortTransaction(10000, (abortErr) => {
      if (abortErr) this.producer.disconnect();
      this.emit('error', cause);
    });
  }

  fail(err) {
    this.producer.disconnect(5000, () => this.emit('error', err));
  }
}

module.exports = { TelemetryWriter };
