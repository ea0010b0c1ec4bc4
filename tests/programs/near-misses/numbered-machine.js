'use strict';

const rdkafka = require('@confluentinc/kafka-javascript');

const BEGINNING = 1;
const WRITING = 2;
const COMMITTING = 3;
const ABORTING = 4;
const CLOSING = 5;
const DONE = 6;

class WriteJob {
  constructor(producer, records, done) {
    this.producer = producer;
    this.records = records;
    this.done = done;
    this.failure = null;
    this.resumes = 3;
    this.step = 0;
  }

  go(step) {
    this.step = step;
    switch (step) {
      case BEGINNING:
        return this.producer.beginTransaction((err) => (err ? this.fail(err, DONE) : this.go(WRITING)));
      case WRITING:
        return this.write();
      case COMMITTING:
        return this.producer.commitTransaction(10000, (err) => this.committed(err));
      case ABORTING:
        return this.producer.abortTransaction(10000, (err) => this.go(err ? CLOSING : DONE));
      case CLOSING:
        return this.producer.disconnect(5000, () => this.go(DONE));
      case DONE:
        return this.done(this.failure);
    }
  }

  fail(err, next) {
    this.failure = err;
    this.go(next);
  }

  write() {
    try {
      for (const { topic, key, value } of this.records) {
        this.producer.produce(topic, null, value, key);
      }
    } catch (err) {
      return this.fail(err, ABORTING);
    }
    this.go(COMMITTING);
  }

  committed(err) {
    if (!err) return this.go(DONE);
    if (err.isTxnRequiresAbort) return this.fail(err, ABORTING);
    if (err.isRetriable && this.resumes-- > 0) return this.go(COMMITTING);
    this.fail(err, CLOSING);
  }
}

exports.createProducer = (brokers) =>
  new rdkafka.Producer({ 'bootstrap.servers': brokers, 'transactional.id': 'write-jobs' });

exports.write = (producer, records, done) => new WriteJob(producer, records, done).go(BEGINNING);
