'use strict';

const Kafka = require('node-rdkafka');
const { promisify } = require('node:util');

const { ERR__MSG_TIMED_OUT, ERR__PURGE_QUEUE } = Kafka.CODES.ERRORS;

class UndeliveredError extends AggregateError {
  get timeouts() {
    return this.errors.filter((e) => e.code === ERR__MSG_TIMED_OUT).length;
  }
}

function open(brokers) {
  const undelivered = [];
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'weather-stations',
    'message.timeout.ms': 20000,
    dr_cb: true,
  });
  producer.on('delivery-report', (err, report) => {
    // purged records belong to an abort that is under way
    if (err && err.code !== ERR__PURGE_QUEUE) {
      undelivered.push(Object.assign(err, { key: report.key }));
    }
  });
  producer.setPollInterval(200);

  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));
  const flush = promisify(producer.flush.bind(producer));
  const close = promisify(producer.disconnect.bind(producer));

  async function publish(observations) {
    undelivered.length = 0;
    await begin();
    try {
      for (const o of observations) {
        producer.produce('weather.observations', null, Buffer.from(JSON.stringify(o)), o.station);
      }
      await flush(30000);
      if (undelivered.length > 0) {
        throw new UndeliveredError([...undelivered], 'observations not delivered');
      }
    } catch (err) {
      await abort(10000).catch((abortErr) => console.error('weather: abort failed', abortErr));
      throw err;
    }
    try {
      await commit(30000);
    } catch (err) {
      await close(5000);
      throw err;
    }
  }

  return { producer, publish, close };
}

module.exports = { open, UndeliveredError };
