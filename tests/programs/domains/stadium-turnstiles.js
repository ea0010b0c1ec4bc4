const { Producer } = require('node-rdkafka');

const WAIT = 250;

exports.createTurnstile = (gate, { brokers, maxResumes = 8 }) => {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `turnstile-${gate}`,
    'enable.idempotence': true,
  });

  const shut = (err, cb) => producer.disconnect(3000, () => cb(err));

  const undo = (err, cb) => {
    producer.abortTransaction(3000, (abortErr) => {
      if (abortErr) console.error(`gate ${gate}: abort failed`, abortErr);
      abortErr ? shut(err, cb) : cb(err);
    });
  };

  const settle = (left, cb) => {
    producer.commitTransaction(3000, (err) => {
      if (!err) {
        cb(null);
      } else if (err.isTxnRequiresAbort) {
        undo(err, cb);
      } else if (err.isRetriable && left > 0) {
        setTimeout(settle, WAIT, left - 1, cb);
      } else {
        shut(err, cb);
      }
    });
  };

  const admit = (tickets, cb) => {
    producer.beginTransaction((err) => {
      if (err) return cb(err);
      try {
        for (const ticket of tickets) {
          producer.produce('stadium.entries', null, Buffer.from(ticket.code), gate, Date.now());
        }
      } catch (produceErr) {
        return undo(produceErr, cb);
      }
      settle(maxResumes, cb);
    });
  };

  return { producer, admit };
};
