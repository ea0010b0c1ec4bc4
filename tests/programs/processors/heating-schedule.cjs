const { EventEmitter, once } = require('node:events');
const Kafka = require('node-rdkafka');

class HeatingScheduler extends EventEmitter {
  #producer;
  #building;

  constructor(building, brokers) {
    super();
    this.#building = building;
    this.#producer = new Kafka.Producer({
      'client.id': 'heating',
      'metadata.broker.list': brokers,
      'transactional.id': `heating-${building}`,
    });
  }

  async open() {
    this.#producer.connect();
    await once(this.#producer, 'ready');
    await new Promise((resolve, reject) =>
      this.#producer.initTransactions(10000, (err) => (err ? reject(err) : resolve())),
    );
  }

  /** Emits 'published' or 'error'. */
  publish(setpoints) {
    this.#producer.beginTransaction();
    try {
      for (const [room, celsius] of setpoints) {
        this.#producer.produce('heating', null, Buffer.from(celsius.toFixed(1)), `${this.#building}/${room}`);
      }
    } catch (err) {
      this.#abort(err);
      return;
    }
    this.#producer.commitTransaction(10000, (err) => {
      if (!err) {
        this.emit('published', setpoints.size);
      } else if (err.isTxnRequiresAbort) {
        this.#abort(err);
      } else {
        this.#close(err);
      }
    });
  }

  #abort(err) {
    this.#producer.abortTransaction(5000, (abortErr) => {
      if (abortErr) this.#close(new AggregateError([err, abortErr], 'setpoints not rolled back'));
      else this.emit('error', err);
    });
  }

  #close(err) {
    this.#producer.disconnect(() => this.emit('error', err));
  }
}

module.exports = HeatingScheduler;
