import rdkafka from 'node-rdkafka';

const { ERRORS } = rdkafka.CODES;

export const producer = new rdkafka.Producer({
  'bootstrap.servers': 'quarry-kafka:9092',
  'transactional.id': 'quarry-trucks-0',
});

const closeWith = (cause, done) => producer.disconnect(2000, () => done(cause));

const abortWith = (cause, done) =>
  producer.abortTransaction((err) => (err ? closeWith(cause, done) : done(cause)));

const mustAbort = (err) =>
  err.isTxnRequiresAbort ||
  err.code === ERRORS.ERR_TRANSACTION_ABORTABLE;

export function weigh(truck, tons, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('quarry.loads', null, Buffer.from(String(tons)), truck);
    } catch (err) {
      return abortWith(err, done);
    }
    producer.commitTransaction((err) => {
      if (!err) return done(null, tons);
      return mustAbort(err) ? abortWith(err, done) : closeWith(err, done);
    });
  });
}
