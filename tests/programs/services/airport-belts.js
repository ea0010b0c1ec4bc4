const { Producer } = require('node-rdkafka');

function beltWriter(config, log) {
  const producer = new Producer({ ...config, 'transactional.id': 'airport-belts' });

  function leave(reason, done) {
    producer.disconnect(5000, (err) => {
      if (err) log.warn('disconnect failed', err);
      done(reason);
    });
  }

  function abort(reason, left, done) {
    producer.abortTransaction(8000, (err) => {
      if (!err) return done(reason);
      if (err.isRetriable && left > 0) {
        log.info('abort timed out, resuming it');
        return abort(reason, left - 1, done);
      }
      leave(reason, done);
    });
  }

  function write(bags, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      for (const bag of bags) {
        try {
          producer.produce('airport.bags', null, Buffer.from(bag.belt), bag.tag);
        } catch (err) {
          return abort(err, 3, done);
        }
      }
      producer.commitTransaction(15000, (err) => {
        if (err && err.isTxnRequiresAbort) return abort(err, 3, done);
        if (err) return leave(err, done);
        done(null, bags.length);
      });
    });
  }

  return { producer, write };
}

module.exports = { beltWriter };
