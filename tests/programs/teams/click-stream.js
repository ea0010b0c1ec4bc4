'use strict';

const Kafka = require('node-rdkafka');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;
const BATCH = 20000;

class ClickStreamWriter {
  constructor(brokers, site) {
    this.site = site;
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `clicks-${site}`,
      'queue.buffering.max.messages': BATCH,
    });
  }

  open(done) {
    this.producer.connect({}, (err) => {
      if (err) return done(err);
      this.producer.setPollInterval(100);
      this.producer.initTransactions(15000, done);
    });
  }

  /** Queues clicks from `start` on; gives the queue room when it is full. */
  enqueue(clicks, start, done) {
    for (let i = start; i < clicks.length; i += 1) {
      try {
        this.producer.produce('web.clicks', null, Buffer.from(JSON.stringify(clicks[i])), clicks[i].session);
      } catch (err) {
        if (err.code === ERR__QUEUE_FULL) {
          this.producer.poll();
          setTimeout(() => this.enqueue(clicks, i, done), 50);
          return;
        }
        done(err);
        return;
      }
    }
    done(null);
  }

  write(clicks, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      this.enqueue(clicks, 0, (err) => {
        if (err) return this.rollBack(err, done);
        this.producer.commitTransaction(30000, (commitErr) => {
          if (commitErr && commitErr.isTxnRequiresAbort) return this.rollBack(commitErr, done);
          done(commitErr || null, clicks.length);
        });
      });
    });
  }

  rollBack(reason, done) {
    this.producer.abortTransaction(30000, (abortErr) => {
      if (abortErr) reason.message += ` (and the abort failed: ${abortErr.message})`;
      done(reason);
    });
  }
}

module.exports = ClickStreamWriter;
