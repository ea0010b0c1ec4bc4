'use strict';

const { promisify } = require('node:util');
const { HighLevelProducer } = require('node-rdkafka');

const TIMEOUT = 9000;

/** All operations of a producer as functions that return promises. */
const operations = (producer) => ({
  begin: promisify(producer.beginTransaction).bind(producer),
  produce: promisify(producer.produce).bind(producer),
  commit: () => promisify(producer.commitTransaction).call(producer, TIMEOUT),
  abort: () => promisify(producer.abortTransaction).call(producer, TIMEOUT),
  close: () => promisify(producer.disconnect).call(producer, TIMEOUT),
});

module.exports = function tollBooth(brokers, crossing) {
  const producer = new HighLevelProducer({
    'metadata.broker.list': brokers,
    'transactional.id': `ferryman-${crossing}`,
  });
  const { begin, produce, commit, abort, close } = operations(producer);

  const rejectWith = (reason) => () => Promise.reject(reason);
  const closeThenReject = (reason) => close().then(rejectWith(reason), rejectWith(reason));
  const abortThenReject = (reason) => abort().then(rejectWith(reason), () => closeThenReject(reason));

  const record = async ({ passenger, coins }) =>
    produce('tolls.paid', null, Buffer.from(String(coins)), passenger, Date.now());

  /** @param {Array<{ passenger: string, coins: number }>} tolls */
  const collect = (tolls) =>
    begin().then(() =>
      Promise.all(tolls.map(record)).then(
        (offsets) =>
          commit().then(
            () => ({ crossing, paid: offsets.length }),
            (err) => (err.isTxnRequiresAbort ? abortThenReject(err) : closeThenReject(err)),
          ),
        abortThenReject,
      ),
    );

  return { producer, collect };
};
