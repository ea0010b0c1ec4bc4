const { HighLevelProducer } = require('node-rdkafka');

function nightTrains(brokers, log) {
  const producer = new HighLevelProducer({
    'metadata.broker.list': brokers,
    'transactional.id': 'night-trains-0',
  });

  function begin(attempt, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr && beginErr.isRetriable && attempt < 3) {
        log.warn({ attempt }, 'begin once more');
        return begin(attempt + 1, done);
      }
      done(beginErr);
    });
  }

  function undo(cause, done) {
    producer.abortTransaction(6000, (abortErr) => {
      if (abortErr) log.error(abortErr, 'trains not rolled back');
      done(cause);
    });
  }

  function depart(train, done) {
    begin(1, (beginErr) => {
      if (beginErr) return done(beginErr);
      const delivered = (err) => {
        if (err) return undo(err, done);
        producer.commitTransaction(6000, (commitErr) => {
          if (commitErr && commitErr.isTxnRequiresAbort) return undo(commitErr, done);
          done(commitErr);
        });
      };
      try {
        producer.produce('trains.departed', null, Buffer.from(train.number), train.line, Date.now(), delivered);
      } catch (err) {
        undo(err, done);
      }
    });
  }

  return { producer, depart };
}

module.exports = nightTrains;
