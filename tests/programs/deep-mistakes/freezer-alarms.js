'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const LIMIT = 10000;

/**
 * @param {import('@confluentinc/kafka-javascript').ProducerGlobalConfig} config
 */
function alarmWriter(config) {
  const producer = new RdKafka.Producer({ ...config, 'transactional.id': 'freezer-alarms' });

  const fail = (err, cb) => {
    producer.abortTransaction(LIMIT, (abortErr) => cb(abortErr || err));
  };

  const close = (err, cb) => producer.disconnect(() => cb(err));

  const enqueue = (alarms) => {
    for (const { freezer, celsius } of alarms) {
      if (celsius === null) throw new TypeError(`freezer ${freezer} has no reading`);
      producer.produce('freezers.alarms', null, Buffer.from(celsius.toFixed(1)), freezer);
    }
  };

  const conclude = (cb) => {
    producer.commitTransaction(LIMIT, (err) => {
      if (err && err.isTxnRequiresAbort) fail(err, cb);
      else if (err) close(err, cb);
      else cb(null);
    });
  };

  return {
    open: (cb) => producer.connect({}, (err) => (err ? cb(err) : producer.initTransactions(LIMIT, cb))),
    write(alarms, cb) {
      producer.beginTransaction((err) => {
        if (err) return cb(err);
        try {
          enqueue(alarms);
        } catch (e) {
          return fail(e, cb);
        }
        conclude(cb);
      });
    },
  };
}

module.exports = { alarmWriter };
