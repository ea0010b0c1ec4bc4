'use strict';

const { Producer } = require('@confluentinc/kafka-javascript');

const MAX_INIT = 5;

/**
 * @param {{ brokers: string, line: number }} options
 * @param {(err: Error | null, writer?: { ride: Function }) => void} ready
 */
module.exports = function openCableCars({ brokers, line }, ready) {
  const producer = new Producer({
    'bootstrap.servers': brokers,
    'transactional.id': `cable-cars-${line}`,
    'client.id': 'cable-cars',
  });

  const init = (attempt) => {
    producer.initTransactions(5000, (err) => {
      if (!err) {
        ready(null, { ride });
      } else if (err.isRetriable && attempt < MAX_INIT) {
        setTimeout(init, 500 * attempt, attempt + 1);
      } else {
        producer.disconnect(() => ready(err));
      }
    });
  };

  function ride(cabin, people, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      let failure = null;
      try {
        producer.produce('cablecars.rides', null, Buffer.from(String(people)), `${line}:${cabin}`);
      } catch (err) {
        failure = (console.warn('ride of cabin %s not queued', cabin), err);
      }
      const settled = (err) => {
        if (!err && !failure) return done(null);
        if (err) return producer.disconnect(() => done(failure ? new AggregateError([failure, err]) : err));
        done(failure);
      };
      if (failure) {
        producer.abortTransaction(5000, settled);
      } else {
        producer.commitTransaction(5000, settled);
      }
    });
  }

  producer.connect({}, (err) => (err ? ready(err) : init(1)));
};
