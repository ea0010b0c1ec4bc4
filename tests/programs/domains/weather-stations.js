const { promisify } = require('node:util');
const { CODES, Producer } = require('@confluentinc/kafka-javascript').RdKafka;

const { ERR__QUEUE_FULL } = CODES.ERRORS;

class StationWriter {
  #producer;
  #flush;

  constructor(brokers, region) {
    this.#producer = new Producer({
      'bootstrap.servers': brokers,
      'transactional.id': `weather-${region}`,
      'queue.buffering.max.messages': 10000,
    });
    this.#flush = promisify(this.#producer.flush.bind(this.#producer));
  }

  async #offer(observation) {
    const value = Buffer.from(JSON.stringify(observation));
    for (;;) {
      try {
        this.#producer.produce('weather.observations', null, value, observation.station, Date.now());
        return;
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) throw err;
      }
      await this.#flush(1000); // the local queue is full, let it drain
    }
  }

  async write(observations) {
    const p = this.#producer;
    const begin = promisify(p.beginTransaction.bind(p));
    const commit = promisify(p.commitTransaction.bind(p));
    const abort = promisify(p.abortTransaction.bind(p));

    await begin();
    try {
      for await (const observation of observations) {
        await this.#offer(observation);
      }
    } catch (err) {
      try {
        await abort(10000);
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'observations neither written nor aborted');
      }
      throw err;
    }
    await commit(30000);
  }
}

module.exports = StationWriter;
