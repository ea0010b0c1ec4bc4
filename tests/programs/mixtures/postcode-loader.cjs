const { createInterface } = require('node:readline');
const { createReadStream } = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const Kafka = require('node-rdkafka');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;

const call = (run) => new Promise((resolve, reject) => run((err, value) => (err ? reject(err) : resolve(value))));

class PostcodeLoader {
  constructor(brokers) {
    this.producer = new Kafka.Producer({
      'bootstrap.servers': brokers,
      'transactional.id': 'postcodes',
      'queue.buffering.max.messages': 10000,
    });
    this.producer.setPollInterval(100);
  }

  /** A full local queue is drained; nothing has been sent of the record by then. */
  async enqueue(line) {
    const [postcode] = line.split(',', 1);
    for (;;) {
      try {
        this.producer.produce('postcodes', null, Buffer.from(line), postcode);
        return;
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) throw err;
        await sleep(50);
      }
    }
  }

  async load(file) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    await call((cb) => this.producer.beginTransaction(cb));
    let count = 0;
    try {
      for await (const line of lines) {
        if (line === '' || line.startsWith('#')) continue;
        await this.enqueue(line);
        count++;
      }
    } catch (err) {
      lines.close();
      await this.rollBack();
      throw err;
    }
    try {
      await call((cb) => this.producer.commitTransaction(60000, cb));
    } catch (err) {
      await (err.isTxnRequiresAbort ? this.rollBack() : this.close());
      throw err;
    }
    return count;
  }

  async rollBack() {
    try {
      await call((cb) => this.producer.abortTransaction(30000, cb));
    } catch (err) {
      console.error('postcodes: abort failed, closing', err);
      await this.close();
    }
  }

  async close() {
    await call((cb) => this.producer.disconnect(cb)).catch((err) => console.error('postcodes: not closed', err));
  }
}

module.exports = PostcodeLoader;
