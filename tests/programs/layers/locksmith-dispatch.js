'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const TIMEOUT = 8000;

const PROFILES = {
  durable: { acks: 'all', 'enable.idempotence': true },
  fast: { acks: 1, 'linger.ms': 0 },
};

/** All producers of this service are configured here. */
function configFor(profile, service) {
  return {
    'bootstrap.servers': process.env.KAFKA_BOOTSTRAP,
    'client.id': service,
    ...PROFILES[profile],
  };
}

function createDispatch() {
  const producer = new RdKafka.Producer(configFor('durable', 'locksmith-dispatch'));

  const open = (done) =>
    producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(TIMEOUT, done)));

  const close = (reason, done) => producer.disconnect(TIMEOUT, () => done(reason));

  const undo = (reason, done) =>
    producer.abortTransaction(TIMEOUT, (err) => (err ? close(reason, done) : done(reason)));

  function dispatch(call, van, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return close(beginErr, done);
      try {
        producer.produce('locksmith.calls', null, Buffer.from(JSON.stringify(call)), call.id);
        producer.produce('locksmith.vans', null, Buffer.from(call.id), van);
      } catch (err) {
        return undo(err, done);
      }
      producer.commitTransaction(TIMEOUT, (err) => {
        if (!err) return done(null);
        return err.isTxnRequiresAbort ? undo(err, done) : close(err, done);
      });
    });
  }

  return { open, dispatch };
}

module.exports = { createDispatch };
