const { RdKafka } = require('@confluentinc/kafka-javascript');

const TX_TIMEOUT = 6000;

const producer = new RdKafka.Producer({
  'bootstrap.servers': 'kelp-kafka:9092',
  'transactional.id': `kelp-farm-${process.env.FARM}`,
});

function giveUp(cause, done) {
  producer.disconnect(TX_TIMEOUT, function (closeErr) {
    if (closeErr) console.error('kelp: not closed', closeErr);
    done(cause);
  });
}

// A timed-out abort goes on in the background; calling it again only waits for it once more.
function rollBack(cause, left, done) {
  producer.abortTransaction(TX_TIMEOUT, function (abortErr) {
    if (!abortErr) {
      done(cause);
    } else if (abortErr.isRetriable && left > 0) {
      rollBack(cause, left - 1, done);
    } else {
      giveUp(cause, done);
    }
  });
}

function harvest(lines, done) {
  producer.beginTransaction(function (beginErr) {
    if (beginErr) return done(beginErr);

    try {
      lines.forEach(function (line) {
        producer.produce('kelp.harvest', null, Buffer.from(String(line.kilos)), line.rope);
      });
    } catch (produceErr) {
      rollBack(produceErr, 5, done);
      return;
    }

    producer.commitTransaction(TX_TIMEOUT, function (commitErr) {
      if (!commitErr) return done();
      return commitErr.isTxnRequiresAbort ? rollBack(commitErr, 5, done) : giveUp(commitErr, done);
    });
  });
}

exports.harvest = harvest;
exports.open = (done) =>
  producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(TX_TIMEOUT, done)));
