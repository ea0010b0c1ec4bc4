import { RdKafka as Native } from '@confluentinc/kafka-javascript';

const TIMEOUT_MS = 7_000;

export { Native as default, createMigration as migration };

function createMigration(river, { brokers = 'localhost:9092', resumes = 5 } = {}) {
  const producer = new Native.Producer({
    'bootstrap.servers': brokers,
    'transactional.id': `eels-${river}`,
  });

  const end = (method, left, done) =>
    producer[method](TIMEOUT_MS, (err) => {
      if (err?.isRetriable && left > 0) end(method, left - 1, done);
      else done(err);
    });

  const close = (cause, done) => producer.disconnect(() => done(cause));

  const undo = (cause, done) =>
    end('abortTransaction', resumes, (err) => (err ? close(cause, done) : done(cause)));

  function pass(eels, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return close(beginErr, done);
      try {
        eels.forEach(({ tag, gate }) => producer.produce('eels.passages', null, Buffer.from(gate), tag));
      } catch (err) {
        return undo(err, done);
      }
      end('commitTransaction', resumes, (err) => {
        if (!err) return done(null, eels.length);
        return err.isTxnRequiresAbort ? undo(err, done) : close(err, done);
      });
    });
  }

  return { producer, pass };
}
