const { Producer, CODES } = require('node-rdkafka');
const { once } = require('node:events');

const producer = new Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'juke-box-0',
});

async function start() {
  producer.connect();
  await once(producer, 'ready');
  await producer.initTransactions(5000);
}

function play(song, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('jukebox.plays', null, Buffer.from(song.title), song.id);
    } catch (err) {
      return producer.abortTransaction(5000, (abortErr) =>
        done(abortErr ? new AggregateError([err, abortErr], 'song stuck') : err),
      );
    }
    producer.commitTransaction(5000, (err) => {
      if (!err) return done(null);
      if (err.code === CODES.ERRORS.ERR__FENCED) return producer.disconnect(() => done(err));
      if (!err.isTxnRequiresAbort) return done(err);
      producer.abortTransaction(5000, (abortErr) =>
        done(abortErr ? new AggregateError([err, abortErr], 'song stuck') : err),
      );
    });
  });
}

module.exports = { producer, start, play };
