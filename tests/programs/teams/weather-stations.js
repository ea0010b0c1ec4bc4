const { EventEmitter } = require('node:events');
const { Producer } = require('node-rdkafka');

class WeatherFeed extends EventEmitter {
  #producer;
  #undelivered = 0;

  constructor(settings) {
    super();
    this.#producer = new Producer({
      'metadata.broker.list': settings.brokers,
      'transactional.id': `weather-${settings.region}`,
      'dr_cb': true,
    });
    this.#producer.on('delivery-report', (err) => {
      if (err) this.#undelivered += 1;
    });
    this.#producer.on('event.error', (err) => this.emit('warning', err));
  }

  start() {
    this.#producer.connect({}, (err) => {
      if (err) return this.emit('error', err);
      this.#producer.setPollInterval(200);
      this.#producer.initTransactions(10000, (initErr) => {
        if (initErr) return this.emit('error', initErr);
        this.emit('ready');
      });
    });
  }

  publish(observations) {
    this.#undelivered = 0;
    this.#producer.beginTransaction((err) => {
      if (err) return this.#fail(err);
      try {
        for (const o of observations) {
          this.#producer.produce('weather.observations', null, Buffer.from(JSON.stringify(o)), o.station);
        }
      } catch (produceErr) {
        return this.#abort(produceErr);
      }
      this.#producer.commitTransaction(20000, (commitErr) => {
        if (!commitErr) return this.emit('published', observations.length);
        if (commitErr.isTxnRequiresAbort) return this.#abort(commitErr);
        this.#fail(commitErr);
      });
    });
  }

  #abort(reason) {
    this.#producer.abortTransaction(20000, (abortErr) => {
      if (abortErr) return this.#fail(reason);
      this.emit('error', Object.assign(reason, { undelivered: this.#undelivered }));
    });
  }

  #fail(reason) {
    this.#producer.disconnect(5000, () => this.emit('error', reason));
  }
}

module.exports = { WeatherFeed };
