const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'pillbox', brokers: ['kafka:9092'] }).producer({
  transactionalId: `pillbox-${process.env.WARD || 'a'}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function dispensed(patient, pills) {
  let tx;
  return producer
    .transaction()
    .then((begun) => {
      tx = begun;
      return tx.send({
        topic: 'pills.dispensed',
        messages: pills.map((pill) => ({ key: patient, value: pill })),
      });
    })
    .then(() => tx.send({ topic: 'pills.stock', messages: pills.map((pill) => ({ value: `-${pill}` })) }))
    .catch((err) => {
      if (!tx) {
        throw err;
      }
      return tx
        .abort()
        .catch((abortErr) => console.error('abort failed', abortErr))
        .then(() => {
          throw err;
        });
    })
    .then(() => tx.commit());
}

module.exports = { connect: () => producer.connect(), dispensed };
