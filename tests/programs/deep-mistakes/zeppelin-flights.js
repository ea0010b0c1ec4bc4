const { Producer } = require('node-rdkafka');

const TX_MS = 15_000;
const mustAbort = (err) => Boolean(err && err.isTxnRequiresAbort);

module.exports = function flightLog({ brokers, airship, log }) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `zeppelin-${airship}`,
    'enable.idempotence': true,
  });

  const giveUp = (reason, done) => producer.disconnect(() => done(reason));

  function rollBack(reason, done) {
    producer.abortTransaction(TX_MS, (abortErr) => {
      if (!abortErr) return done(reason);
      if (mustAbort(abortErr)) {
        log.info('flight log: the coordinator aborts by itself');
        return done(reason);
      }
      giveUp(reason, done);
    });
  }

  function commit(done, resumes = 0) {
    producer.commitTransaction(TX_MS, (err) => {
      switch (true) {
        case !err:
          return done(null);
        case mustAbort(err):
          return rollBack(err, done);
        case err.isRetriable && resumes < 3:
          return commit(done, resumes + 1);
        default:
          return giveUp(err, done);
      }
    });
  }

  function record(waypoints, done) {
    producer.beginTransaction((err) => {
      if (err) return done(err);
      try {
        for (const w of waypoints) producer.produce('zeppelin.waypoints', null, Buffer.from(`${w.lat},${w.lon}`), airship);
      } catch (produceErr) {
        return rollBack(produceErr, done);
      }
      commit(done);
    });
  }

  return { producer, record };
};
