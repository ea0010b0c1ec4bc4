import rdkafka from '@confluentinc/kafka-javascript';

const { ERR__FENCED, ERR__TIMED_OUT } = rdkafka.CODES.ERRORS;

/** @param {{ mountain: string, brokers: string, onFenced: (err: Error) => void }} options */
export function cableCars({ mountain, brokers, onFenced }) {
  const producer = new rdkafka.Producer({ 'bootstrap.servers': brokers, 'transactional.id': `cable-cars-${mountain}` });

  const leave = (err, done) => {
    if (err.code === ERR__FENCED) onFenced(err);
    producer.disconnect(() => done(err));
  };

  const abort = (cause, done, resumes = 2) => {
    producer.abortTransaction(10000, (err) => {
      if (!err) return done(cause);
      // a timed-out abort is resumed by the same call
      if (err.code === ERR__TIMED_OUT && resumes > 0) return abort(cause, done, resumes - 1);
      leave(cause, done);
    });
  };

  const ride = (cabin, passengers, done) => {
    producer.beginTransaction((err) => {
      if (err) return leave(err, done);
      try {
        for (const pass of passengers) {
          producer.produce('cabins.rides', null, Buffer.from(pass), cabin);
        }
      } catch (produceErr) {
        return abort(produceErr, done);
      }
      producer.commitTransaction(10000, (commitErr) => {
        if (!commitErr) done(null);
        else if (commitErr.isTxnRequiresAbort) abort(commitErr, done);
        else leave(commitErr, done);
      });
    });
  };

  return { producer, ride };
}
