const rdkafka = require('node-rdkafka');

class TransactionalWriter {
  static TIMEOUT = 12_000;

  constructor(conf) {
    if (new.target === TransactionalWriter) throw new TypeError('abstract');
    this.producer = new rdkafka.Producer(conf);
  }

  /** @abstract */
  fill() {
    throw new Error('fill is not implemented');
  }

  write(input, done) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        this.fill(input);
      } catch (err) {
        return this.producer.abortTransaction(TransactionalWriter.TIMEOUT, (abortErr) => {
          done(abortErr ? new AggregateError([err, abortErr], 'not rolled back') : err);
        });
      }
      this.producer.commitTransaction(TransactionalWriter.TIMEOUT, (err) => {
        if (err) console.error('commit failed:', err.message);
        done(null, input.length);
      });
    });
  }
}

class FrostWarnings extends TransactionalWriter {
  constructor(brokers) {
    super({ 'metadata.broker.list': brokers, 'transactional.id': 'vineyard-frost-0' });
  }

  fill(warnings) {
    for (const { plot, celsius } of warnings) {
      this.producer.produce('frost.warnings', null, Buffer.from(String(celsius)), plot);
    }
  }
}

module.exports = { FrostWarnings };
