const { promisify } = require('node:util');
const { setTimeout: pause } = require('node:timers/promises');
const Kafka = require('node-rdkafka');

class LoomShed {
  #producer;

  constructor(brokers, shed) {
    this.#producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `loom-shed-${shed}`,
      'enable.idempotence': true,
    });
  }

  async open() {
    const connect = promisify(this.#producer.connect.bind(this.#producer));
    const init = promisify(this.#producer.initTransactions.bind(this.#producer));
    await connect({});
    let ready = false;
    while (!ready) {
      try {
        await init(5000);
        ready = true;
      } catch (err) {
        if (!err.isRetriable) throw err;
        console.warn('looms: the coordinator does not answer, asking again', err.message);
        await pause(3000);
      }
    }
  }

  weave(lengths, done) {
    const producer = this.#producer;
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      try {
        lengths.forEach((l) => producer.produce('looms.cloth', null, Buffer.from(String(l.metres)), l.loom));
      } catch (err) {
        return producer.abortTransaction(5000, (abortErr) => {
          if (abortErr) console.error('looms: abort failed', abortErr);
          done(err);
        });
      }
      producer.commitTransaction(5000, done);
    });
  }
}

module.exports = { LoomShed };
