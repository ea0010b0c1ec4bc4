'use strict';

const Kafka = require('node-rdkafka');

class PermitOffice {
  constructor({ brokers, city }) {
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `permit-office-${city}`,
      'enable.idempotence': true,
    });
  }

  open(done) {
    this.producer.connect({}, (err) => {
      if (err) return done(err);
      this.producer.initTransactions(done);
    });
  }

  /**
   * @param {{ id: string, holder: string, zone: string }} permit
   * @param {(err: Error | null) => void} done
   */
  grant(permit, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);

      try {
        this.#write('permits.granted', permit.id, permit);
        this.#write('permits.zones', permit.zone, { holder: permit.holder });
      } catch (err) {
        return this.#rollback(err, done);
      }

      this.producer.commitTransaction((commitErr) => {
        if (!commitErr) return done(null);
        if (commitErr.isTxnRequiresAbort) return this.#rollback(commitErr, done);
        this.producer.disconnect(() => done(commitErr));
      });
    });
  }

  #write(topic, key, body) {
    this.producer.produce(topic, null, Buffer.from(JSON.stringify(body)), key, Date.now());
  }

  #rollback(reason, done) {
    this.producer.abortTransaction((abortErr) => {
      if (abortErr) {
        return done(abortErr);
      }
      done(reason);
    });
  }
}

module.exports = { PermitOffice };
