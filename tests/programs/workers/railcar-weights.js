'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');

const { ERRORS } = RdKafka.CODES;

const producer = new RdKafka.Producer({
  'bootstrap.servers': process.env.YARD_KAFKA,
  'transactional.id': 'railcar-weights',
});

/** Runs steps that call back, one after the other; the first error ends the run. */
const series = (steps, done) => {
  const [step, ...rest] = steps;
  if (!step) return done(null);
  step((err) => (err ? done(err) : series(rest, done)));
};

const produceAll = (train) => (next) => {
  try {
    for (const car of train.cars) {
      const value = Buffer.alloc(4);
      value.writeUInt32BE(car.kilograms);
      producer.produce('yard.weights', null, value, car.number);
    }
  } catch (err) {
    return next(err);
  }
  next(null);
};

const leave = (err) => {
  console.error('another instance took over: %s', err.message);
  process.exit(3);
};

function commit(done) {
  producer.commitTransaction(15000, (err) => {
    if (!err) return done(null);
    if (err.code === ERRORS.ERR__FENCED || err.isFatal) return leave(err);
    if (!err.isTxnRequiresAbort) return producer.disconnect(5000, () => done(err));
    producer.abortTransaction(15000, (abortErr) => {
      if (abortErr) console.error('weights not rolled back', abortErr.message);
      done(err);
    });
  });
}

exports.weigh = (train, done) => {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    series([produceAll(train)], (err) => {
      if (!err) return commit(done);
      producer.abortTransaction(15000, (abortErr) => {
        done(abortErr ? new AggregateError([err, abortErr], 'weights not rolled back') : err);
      });
    });
  });
};

exports.start = (done) => {
  series([(next) => producer.connect({}, next), (next) => producer.initTransactions(20000, next)], done);
};
