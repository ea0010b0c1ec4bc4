const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'court', brokers: process.env.BROKERS.split(';') });
const filings = kafka.producer({
  transactionalId: 'court-filings',
  idempotent: true,
  maxInFlightRequests: 1,
});

const safeAbort = (tx, left = 2) =>
  tx.abort().then(
    () => true,
    (err) => {
      console.error('court: abort failed', err);
      return left > 0 ? safeAbort(tx, left - 1) : false;
    },
  );

function file(document) {
  const value = JSON.stringify(document);
  return filings.transaction().then((tx) =>
    tx
      .send({ topic: 'court.filings', messages: [{ key: document.caseNumber, value }] })
      .then(() => tx.send({ topic: 'court.calendar', messages: [{ key: document.court, value }] }))
      .then(
        () => tx.commit(),
        (reason) =>
          safeAbort(tx).then(() => {
            throw reason;
          }),
      ),
  );
}

module.exports = { connect: () => filings.connect(), file };
