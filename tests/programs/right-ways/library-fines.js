'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'fines', brokers: ['kafka-lib:9092'] });

const onceConnected = kafka.producer({
  transactionalId: `fines-${process.env.BRANCH}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const log = (what) => (err) => console.error(what, err);

const raise = (err) => {
  throw err;
};

/**
 * commit() is the fulfilment handler and the abort the rejection handler of the same then(), so
 * that the abort is only ever called when the commit has not been.
 */
function charge(fines) {
  const byReader = fines.map((fine) => ({ key: fine.reader, value: fine.cents.toString() }));
  const byBook = fines.map((fine) => ({ key: fine.isbn, value: fine.reader }));

  return onceConnected.transaction().then((tx) =>
    tx
      .send({ topic: 'fines.charged', messages: byReader })
      .then(() => tx.send({ topic: 'books.overdue', messages: byBook }))
      .then(
        () => tx.commit(),
        (err) =>
          tx
            .abort()
            .catch(log('fines: abort failed'))
            .then(() => raise(err)),
      ),
  );
}

/** The nightly job: a failure is its exit code. */
function main(load) {
  return onceConnected
    .connect()
    .then(load)
    .then(charge)
    .finally(() => onceConnected.disconnect())
    .then(
      () => console.info('fines charged'),
      (err) => {
        log('fines not charged')(err);
        process.exitCode = 1;
        throw err;
      },
    );
}

module.exports = { charge, main };
