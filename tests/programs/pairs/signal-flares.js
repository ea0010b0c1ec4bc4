const { Producer } = require('node-rdkafka');

/**
 * Writes the flares that a coast station has seen.
 * @param {{ brokers: string, station: string, log: import('pino').Logger }} options
 */
module.exports = function flareLog({ brokers, station, log }) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `flares-${station}`,
    'enable.idempotence': true,
  });

  function abort(reason, done) {
    producer.abortTransaction(9000, (abortErr) => {
      if (abortErr) log.error({ err: abortErr }, 'flares not rolled back');
      done(reason);
    });
  }

  function quit(reason, done) {
    producer.disconnect(9000, () => done(reason));
  }

  function commit(done) {
    producer.commitTransaction(9000, (err) => {
      if (!err) {
        done(null);
      } else if (err.isFatal) {
        // nothing to be saved any more
        quit(err, done);
      } else {
        abort(err, done);
      }
    });
  }

  function seen(flares, done) {
    producer.beginTransaction((err) => {
      if (err) return done(err);
      try {
        for (const { colour, bearing } of flares) {
          producer.produce('coast.flares', null, Buffer.from(`${bearing}`), colour);
        }
      } catch (produceErr) {
        return abort(produceErr, done);
      }
      return commit(done);
    });
  }

  return { seen, close: (done) => quit(null, done) };
};
