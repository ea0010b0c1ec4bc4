'use strict';

const { KafkaConsumer, Producer, CODES } = require('node-rdkafka');

const TIMEOUT = 8000;
const { ERR__QUEUE_FULL: QUEUE_FULL } = CODES.ERRORS;

const lift =
  (object, method) =>
  (...args) =>
    new Promise((resolve, reject) => {
      object[method].call(object, ...args, (err, value) => (err ? reject(err) : resolve(value)));
    });

function nutSorter({ brokers, group = 'hazel-nuts', log = console }) {
  const shared = { 'metadata.broker.list': brokers };
  const consumer = new KafkaConsumer({ ...shared, 'group.id': group, 'enable.auto.commit': false }, {});
  const producer = new Producer({ ...shared, 'transactional.id': `${group}-0` });
  const [begin, offsets, commit, abort, flush, close] = [
    'beginTransaction',
    'sendOffsetsToTransaction',
    'commitTransaction',
    'abortTransaction',
    'flush',
    'disconnect',
  ].map((method) => lift(producer, method));

  async function put(key, value) {
    try {
      producer.produce('nuts.sorted', null, value, key);
    } catch (err) {
      if (err.code !== QUEUE_FULL) throw err;
      await flush(TIMEOUT);
      producer.produce('nuts.sorted', null, value, key);
    }
  }

  async function sort(nuts) {
    const last = nuts[nuts.length - 1];
    const next = [{ topic: last.topic, partition: last.partition, offset: last.offset + 1 }];
    await begin();
    try {
      for (const { key, value } of nuts) await put(key, value);
      resume: for (let left = 5; ; left -= 1) {
        try {
          await offsets(next, consumer, TIMEOUT);
          break resume;
        } catch (err) {
          if (err.isRetriable && left > 0) continue resume;
          throw err;
        }
      }
    } catch (err) {
      await abort(TIMEOUT).catch((abortErr) => log.error('nuts not rolled back', abortErr));
      throw err;
    }
    try {
      await commit(TIMEOUT);
    } catch (err) {
      await close().catch((closeErr) => log.error('sorter not closed', closeErr));
      throw err;
    }
  }

  return { consumer, producer, sort };
}

module.exports = { nutSorter };
